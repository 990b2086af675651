package example

import (
	"testing"

	"widerow/model"
	"widerow/model/mapping"
)

// likes returns an auction house whose users like items: the same likes by user
// and by item, and a counter of them.
func likes(t *testing.T) *model.Model {
	b := build(t, "Liked items", "Users of an auction house like items; they come back to their list, sellers see who is interested.")
	likeConcepts(b)
	likeWorkflow(b)
	b.quantity("users", "users", "5_000_000", "20_000_000", "")
	b.quantity("items", "items", "12_500_000", "40_000_000", "")
	b.quantity("sellers", "sellers", "500_000", "1_000_000", "")
	b.quantity("itemsperseller", "items_per_seller", "25", "20_000", "")
	b.quantity("likesperuser", "likes_per_user", "40", "5_000", "")
	b.quantity("likesperitem", "likes_per_item", "16", "90_000", "An item in the news.")
	b.add(model.KeyspaceKind, "", "auctionks", "name", "auction")
	likeNumbers(b)
	b.derive(map[model.ID]mapping.Choice{"q5": {Key: "((item_id)) counter"}})
	b.writes("u1", "tq3", "tq4", "tq5", "tq6")
	b.writes("u2", "tq3", "tq4", "tq5", "tq6")
	b.writes("u3", "tq1", "tq2")
	likePhysics(b)
	return b.m
}

func likeConcepts(b *builder) {
	b.entity("user", "User", false, "id user_id key type=uuid", "name name type=text length=14", "city city type=text length=10")
	b.entity("item", "Item", false, "id item_id key type=uuid", "title title type=text length=45", "price price type=decimal length=6",
		"picture picture_url type=text length=64", "ends ends_at type=timestamp")
	b.entity("seller", "Seller", false, "id seller_id key type=uuid", "name name type=text length=16")
	b.relationship("likes", "likes", false, "user m", "item n")
	b.attributes("likes", "at liked_at type=timestamp")
	b.relationship("offers", "offers", false, "seller 1", "item n total")
}

func likeNumbers(b *builder) {
	b.instances("user", "users", "")
	b.instances("item", "items", "")
	b.instances("seller", "sellers", "")
	b.count("likesitem", "likes_per_user", "")
	b.count("likesuser", "likes_per_item", "")
	b.count("offersitem", "items_per_seller", "")
}

func likeWorkflow(b *builder) {
	b.add(model.ActorKind, "", "buyer", "name", "Buyer")
	b.add(model.ActorKind, "", "vendor", "name", "Seller")
	b.query("q1", "Find an item", "itemid", "itemtitle itemprice itempicture itemends sellerid sellername", "", "3_000")
	b.query("q2", "Find the items of a seller, those that end next first", "sellerid", "itemends itemid itemtitle itemprice", "itemends", "200")
	b.query("q3", "Find the items that a user likes, the latest first", "userid!", "likesat itemid itemtitle itempicture", "likesat:desc", "800")
	b.query("q4", "Find the users who like an item, the latest first", "itemid", "likesat userid username", "likesat:desc", "50")
	b.query("q5", "Count the likes of an item", "itemid", "", "", "3_000")
	b.add(model.FindKind, "q5", "q5findcount", "attribute", "userid", "aggregate", "count")
	b.query("q6", "Find when a user liked an item", "userid! itemid", "likesat", "", "2_000")
	b.set("q3", "page_size", "25")
	b.set("q4", "page_size", "50")
	b.update("u1", "Like an item", model.Insert, "likes username", "", "60")
	b.update("u2", "Take a like back", model.Delete, "likes", "userid itemid", "8")
	b.update("u3", "Change the price of an item", model.Change, "itemprice", "itemid", "15")
	b.steps([3]string{"liked", "View the items that I like", "buyer"}, [3]string{"view", "View an item", "buyer"}, [3]string{"heart", "View whether I like it", "buyer"},
		[3]string{"total", "View how many like it", "buyer"}, [3]string{"like", "Like the item", "buyer"}, [3]string{"unlike", "Take the like back", "buyer"},
		[3]string{"shop", "View the items of the seller", "buyer"}, [3]string{"interested", "View who is interested", "vendor"}, [3]string{"reprice", "Change the price", "vendor"})
	b.transitions("start q3 liked", "liked q1 view", "view q6 heart", "view q5 total", "heart u1 like", "heart u2 unlike", "view q2 shop", "view q4 interested", "interested u3 reprice")
}

// likePhysics names the tables of likes after what they are. A price changes, so
// the tables of likes have no copy of it.
func likePhysics(b *builder) {
	for table, name := range map[model.ID]string{"tq3": "likes_by_user", "tq4": "likes_by_item", "tq5": "like_counts", "tq6": "likes"} {
		b.set(table, "name", name)
	}
	b.set("q5countuserid", "name", "number_of_likes")
	b.size("ptq1", "1", "items", "")
	b.size("ptq2", "items_per_seller", "sellers", "")
	b.size("ptq3", "likes_per_user", "users", "Title and picture of an item do not change, so they are copied; its price does, and is read from items.")
	b.size("ptq4", "likes_per_item", "items", "")
	b.size("ptq5", "1", "items", "A like that is tried again counts twice, so the number may drift. Counting likes_by_item now and then corrects it.")
	b.size("ptq6", "1", "users * likes_per_user", "The lookup table: liked_at is a part of both other keys, so taking a like back reads it here first.")
}

package handlers

import "widerow/model/sharing"

// need is the permission that a request requires.
type need string

// Needs. Those of a role are about the model in the address.
const (
	forEveryone need = "everyone"       // also who is not signed in
	forMembers  need = "members"        // whoever is signed in
	forSelf     need = "oneself"        // a member in a browser: what concerns the own account
	forAdmins   need = "admins"         // of the server
	forOperator need = "operator"       // checked by the handler: the operator's address
	toView      need = "view the model" // and its history
	toComment   need = "comment"        // and propose
	toEdit      need = "edit the model" // on a branch: its author, too
	toMerge     need = "merge"          // edit the model itself
	toOwn       need = "own the model"  // share, delete, restore
	byLink      need = "a link in the address"
)

// roleOf is the role that a need asks for; none for those that are not about a model.
var roleOf = map[need]sharing.Role{toView: sharing.Viewer, toComment: sharing.Commenter, toEdit: sharing.Editor, toMerge: sharing.Editor, toOwn: sharing.Owner}

// linkPath is the path of a link, with the model and the secret.
const linkPath = "/s/:model/:secret"

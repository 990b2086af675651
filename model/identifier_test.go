package model

import "testing"

func TestIdentifier(t *testing.T) {
	for text, want := range map[string]string{
		"Point of interest": "point_of_interest",
		"confirm no.":       "confirm_no",
		"zip-code":          "zip_code",
		"__x__y":            "x_y",
		"GPS":               "gps",
		"ключ":              "",
		"":                  "",

		"StatusChange":    "status_change",
		"statusChanges":   "status_changes",
		"HTTPRequest":     "http_request",
		"lastHTTPRequest": "last_http_request",
		"userID":          "user_id",
		"userIDs":         "user_ids",
		"URLsOfPage":      "urls_of_page",
		"IPv4Address":     "ipv4_address",
		"Order ID":        "order_id",
		"Order_ID":        "order_id",
		"ORDER_ID":        "order_id",
		"OrderItem Line":  "order_item_line",
		"aB":              "a_b",
		"isVIP":           "is_vip",
		"X":               "x",

		"addressLine2":  "address_line2",
		"Line2Text":     "line2_text",
		"covid19 test":  "covid19_test",
		"mp3URL":        "mp3url",
		"H2O":           "h2o",
		"utf8Name":      "utf8_name",
		"2nd Name":      "second_name",
		"2ndName":       "second_name",
		"  3rd party  ": "third_party",
		"2FA enabled":   "two_fa_enabled",
		"3D model":      "three_d_model",
		"24h volume":    "n24h_volume",
		"2026":          "n2026",
		"7":             "seven",

		"Größe":         "grosse",
		"Numéro":        "numero",
		"nume\u0301ro":  "numero",
		"ŁódźÉtude":     "lodz_etude",
		"Straße/Nr.":    "strasse_nr",
		"温度 sensor":     "sensor",
		"İstanbul line": "istanbul_line",
	} {
		got := Identifier(text)
		if got != want {
			t.Errorf("Identifier(%q) = %q, want %q", text, got, want)
		}
		if again := Identifier(got); again != got {
			t.Errorf("Identifier(%q) = %q, want it unchanged", got, again)
		}
	}
	if got := FoldedIdentifier("userID no"); got != "userid_no" {
		t.Errorf("FoldedIdentifier = %q, want userid_no", got)
	}
}

func FuzzIdentifier(f *testing.F) {
	for _, text := range []string{"userIDs", "2nd Name", "Größe", "_1_2", "9th9TH"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for name, make := range map[string]func(string) string{"Identifier": Identifier, "FoldedIdentifier": FoldedIdentifier} {
			got := make(text)
			if again := make(got); again != got {
				t.Errorf("%s(%q) = %q, and of that %q", name, text, got, again)
			}
			for i, c := range got {
				if isLetter := 'a' <= c && c <= 'z'; !isLetter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
					t.Errorf("%s(%q) = %q, which needs quotes", name, text, got)
				}
			}
		}
	})
}

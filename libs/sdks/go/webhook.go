package acervo

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrWebhook says that no webhook with this secret has sent a notification, or that it is too old.
var ErrWebhook = errors.New("acervo: the notification is not genuine")

const webhookTolerance = 5 * time.Minute

// VerifyWebhook is the event of a notification, once its signature (Standard Webhooks) is right. The body must be as it came.
func VerifyWebhook(secret string, header http.Header, body []byte) (CloudEvent, error) {
	var event CloudEvent
	sentAt := header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > webhookTolerance {
		return event, ErrWebhook
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return event, err
	}
	digest := hmac.New(sha256.New, key)
	digest.Write([]byte(header.Get("Webhook-Id") + "." + sentAt + "."))
	digest.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(digest.Sum(nil)))
	// Two of them while a secret is being replaced.
	for _, signature := range strings.Fields(header.Get("Webhook-Signature")) {
		if hmac.Equal([]byte(signature), expected) {
			return event, json.Unmarshal(body, &event)
		}
	}
	return event, ErrWebhook
}

// PocketBase without its plugins, with a database that is as durable as the service's: every commit is on disk before it is answered.
// Otherwise as core.DefaultDBConnect has it.
package main

import (
	"log"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
)

const pragmas = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=journal_size_limit(200000000)" +
	"&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)&_defensive=1"

func main() {
	connect := func(path string) (*dbx.DB, error) { return dbx.Open("sqlite", path+pragmas) }
	app := pocketbase.NewWithConfig(pocketbase.Config{DBConnect: connect})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// pgx: types, batches, COPY, transactions, a pool, errors, cancel. The port is the only argument.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func expect(ok bool, what string, found any) {
	if !ok {
		panic(fmt.Sprintf("%s: found=%v", what, found))
	}
}

func types(ctx context.Context, c *pgx.Conn) {
	var n int32
	var big int64
	var text string
	var yes bool
	var day, moment time.Time
	var many []int32
	var real float64
	var raw []byte
	var nothing *string
	check(c.QueryRow(ctx,
		`select $1::int, $2::bigint, $3::text, $4::bool, $5::date, $6::timestamptz, $7::int[],
		   $8::double precision, $9::bytea, null::text`,
		int32(7), int64(1)<<40, "täxt", true, time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC),
		time.Date(2024, 2, 29, 12, 30, 0, 123456000, time.UTC), []int32{1, 2, 3}, 1.5, []byte{0, 255}).
		Scan(&n, &big, &text, &yes, &day, &moment, &many, &real, &raw, &nothing))
	expect(n == 7 && big == 1<<40 && text == "täxt" && yes && nothing == nil, "scalars", text)
	expect(day.Format("2006-01-02") == "2024-02-29", "date", day)
	expect(moment.Equal(time.Date(2024, 2, 29, 12, 30, 0, 123456000, time.UTC)), "timestamptz", moment)
	expect(len(many) == 3 && many[2] == 3 && real == 1.5 && raw[1] == 255, "array", many)
}

func rows(ctx context.Context, c *pgx.Conn) {
	_, err := c.Exec(ctx, "drop table if exists pgx_rows")
	check(err)
	_, err = c.Exec(ctx, "create table pgx_rows (id int primary key, name text, price numeric(8,2))")
	check(err)
	var source [][]any
	for i := 0; i < 1000; i++ {
		source = append(source, []any{int32(i), fmt.Sprintf("name %d", i), nil})
	}
	copied, err := c.CopyFrom(ctx, pgx.Identifier{"pgx_rows"}, []string{"id", "name", "price"}, pgx.CopyFromRows(source))
	check(err)
	expect(copied == 1000, "copied", copied)
	batch := &pgx.Batch{}
	for i := 0; i < 10; i++ {
		batch.Queue("update pgx_rows set price = $2 where id = $1", i, float64(i)+0.25)
	}
	batch.Queue("select count(*), sum(price)::float8 from pgx_rows where price is not null")
	results := c.SendBatch(ctx, batch)
	for i := 0; i < 10; i++ {
		tag, err := results.Exec()
		check(err)
		expect(tag.RowsAffected() == 1, "updated", tag)
	}
	var count int64
	var sum float64
	check(results.QueryRow().Scan(&count, &sum))
	expect(count == 10 && sum == 47.5, "batch", sum)
	check(results.Close())
	found, err := c.Query(ctx, "select id, name from pgx_rows where id < $1 order by id", 5)
	check(err)
	names, err := pgx.CollectRows(found, func(row pgx.CollectableRow) (string, error) {
		var id int32
		var name string
		err := row.Scan(&id, &name)
		return name, err
	})
	check(err)
	expect(len(names) == 5 && names[4] == "name 4", "names", names)
}

func failures(ctx context.Context, c *pgx.Conn) {
	var failure *pgconn.PgError
	_, err := c.Exec(ctx, "insert into pgx_rows values (1, 'again')")
	expect(errors.As(err, &failure) && failure.Code == "23505" && failure.ConstraintName == "pgx_rows_pkey", "duplicate", err)
	tx, err := c.Begin(ctx)
	check(err)
	inner, err := tx.Begin(ctx)
	check(err)
	_, err = inner.Exec(ctx, "select 1/0")
	expect(errors.As(err, &failure) && failure.Code == "22012", "division", err)
	check(inner.Rollback(ctx))
	_, err = tx.Exec(ctx, "delete from pgx_rows where id = 1")
	check(err)
	check(tx.Commit(ctx))
	var count int
	check(c.QueryRow(ctx, "select count(*) from pgx_rows").Scan(&count))
	expect(count == 999, "after a savepoint", count)
}

func pool(ctx context.Context, url string) {
	config, err := pgxpool.ParseConfig(url)
	check(err)
	config.MaxConns = 4
	p, err := pgxpool.NewWithConfig(ctx, config)
	check(err)
	defer p.Close()
	var group sync.WaitGroup
	for i := 0; i < 8; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for j := 0; j < 50; j++ {
				var n int
				check(p.QueryRow(ctx, "select $1::int + 1", j).Scan(&n))
				expect(n == j+1, "pool", n)
			}
		}()
	}
	group.Wait()
	short, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	_, err = p.Exec(short, "select pg_sleep(60)")
	expect(err != nil, "cancel", err)
	var n int
	check(p.QueryRow(ctx, "select 5").Scan(&n))
}

func main() {
	ctx := context.Background()
	url := "postgres://postgres@127.0.0.1:" + os.Args[1] + "/colonnade?sslmode=prefer"
	for _, mode := range []string{"cache_statement", "cache_describe", "describe_exec", "exec", "simple_protocol"} {
		c, err := pgx.Connect(ctx, url+"&default_query_exec_mode="+mode)
		check(err)
		if mode != "exec" && mode != "simple_protocol" {
			types(ctx, c)
		}
		rows(ctx, c)
		failures(ctx, c)
		check(c.Close(ctx))
		fmt.Println(mode)
	}
	pool(ctx, url)
	fmt.Println("ok")
}

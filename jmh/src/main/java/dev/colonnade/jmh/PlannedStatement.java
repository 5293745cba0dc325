package dev.colonnade.jmh;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Statement that {@link PlanningBenchmark} plans, over the tables of TPC-H or system tables. */
public enum PlannedStatement {
  POINT_SELECT("select o_totalprice from orders where o_orderkey = 1"),
  INSERT_ROW("insert into region values (7, 'a', 'b')"),
  UPDATE_ROW("update orders set o_totalprice = o_totalprice + 1 where o_orderkey = 1"),
  JOIN_3(
      "select c_name, l_quantity from customer, orders, lineitem"
          + " where c_custkey = o_custkey and o_orderkey = l_orderkey and o_orderkey = 1"),
  TPCH_1(TpchDatabase.query(1)),
  TPCH_5(TpchDatabase.query(5)),
  TPCH_8(TpchDatabase.query(8)),
  TPCH_21(TpchDatabase.query(21)),
  /** Relations of psql's {@code \d}. */
  PSQL_RELATIONS(
      """
      SELECT n.nspname as "Schema",
        c.relname as "Name",
        CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'm' THEN
        'materialized view' WHEN 'i' THEN 'index' WHEN 'S' THEN 'sequence' WHEN 't' THEN
        'TOAST table' WHEN 'f' THEN 'foreign table' WHEN 'p' THEN 'partitioned table' WHEN 'I'
        THEN 'partitioned index' END as "Type",
        pg_catalog.pg_get_userbyid(c.relowner) as "Owner"
      FROM pg_catalog.pg_class c
           LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
           LEFT JOIN pg_catalog.pg_am am ON am.oid = c.relam
      WHERE c.relkind IN ('r','p','v','m','S','f','')
            AND n.nspname <> 'pg_catalog'
            AND n.nspname !~ '^pg_toast'
            AND n.nspname <> 'information_schema'
        AND pg_catalog.pg_table_is_visible(c.oid)
      ORDER BY 1,2\
      """),
  /** Columns of a table of psql's {@code \d TABLE}. */
  PSQL_COLUMNS(
      """
      SELECT a.attname,
        pg_catalog.format_type(a.atttypid, a.atttypmod),
        (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid, true)
         FROM pg_catalog.pg_attrdef d
         WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.atthasdef),
        a.attnotnull,
        (SELECT c.collname FROM pg_catalog.pg_collation c, pg_catalog.pg_type t
         WHERE c.oid = a.attcollation AND t.oid = a.atttypid
         AND a.attcollation <> t.typcollation) AS attcollation,
        a.attidentity,
        a.attgenerated
      FROM pg_catalog.pg_attribute a
      WHERE a.attrelid = '32770' AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attnum\
      """),
  /** Indexes of a table of psql's {@code \d TABLE}. */
  PSQL_INDEXES(
      """
      SELECT c2.relname, i.indisprimary, i.indisunique, i.indisclustered, i.indisvalid,
        pg_catalog.pg_get_indexdef(i.indexrelid, 0, true),
        pg_catalog.pg_get_constraintdef(con.oid, true), contype, condeferrable, condeferred,
        i.indisreplident, c2.reltablespace
      FROM pg_catalog.pg_class c, pg_catalog.pg_class c2, pg_catalog.pg_index i
        LEFT JOIN pg_catalog.pg_constraint con
          ON (conrelid = i.indrelid AND conindid = i.indexrelid AND contype IN ('p','u','x'))
      WHERE c.oid = '32770' AND c.oid = i.indrelid AND i.indexrelid = c2.oid
      ORDER BY i.indisprimary DESC, c2.relname\
      """),
  IN_10000(
      IntStream.range(0, 10_000)
          .mapToObj(Integer::toString)
          .collect(
              Collectors.joining(
                  ",", "select o_totalprice from orders where o_orderkey in (", ")")));

  private final String text;

  PlannedStatement(String text) {
    this.text = text;
  }

  /** Returns the text. */
  String text() {
    return text;
  }
}

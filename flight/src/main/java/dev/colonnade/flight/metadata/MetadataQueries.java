package dev.colonnade.flight.metadata;

/**
 * Queries of the system catalog whose rows are the metadata of Flight SQL. A parameter that is NULL
 * restricts nothing.
 */
final class MetadataQueries {
  static final String CATALOGS =
      "SELECT datname::text FROM pg_catalog.pg_database WHERE datallowconn ORDER BY 1";

  /** Parameters: catalog, pattern of schemas. */
  static final String SCHEMAS =
      """
      SELECT current_database()::text, n.nspname::text FROM pg_catalog.pg_namespace n
      WHERE ($1::text IS NULL OR $1::text = current_database())
        AND ($2::text IS NULL OR n.nspname::text LIKE $2::text)
        AND n.nspname !~ '^pg_(toast|temp_)'
      ORDER BY 1, 2
      """;

  /** Parameters: catalog, pattern of schemas, pattern of tables. */
  static final String TABLES =
      """
      SELECT * FROM (
        SELECT current_database()::text AS catalog, n.nspname::text AS schema,
          c.relname::text AS name,
          CASE WHEN n.nspname IN ('pg_catalog', 'information_schema') THEN 'SYSTEM ' ELSE '' END
            || CASE c.relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END AS type
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v')) t
      WHERE ($1::text IS NULL OR $1::text = t.catalog)
        AND ($2::text IS NULL OR t.schema LIKE $2::text)
        AND ($3::text IS NULL OR t.name LIKE $3::text)
      ORDER BY 1, 2, 3, 4
      """;

  /** Parameters: catalog, schema, table. */
  static final String PRIMARY_KEYS =
      """
      SELECT current_database()::text, n.nspname::text, c.relname::text, a.attname::text, k.nr::int,
        p.conname::text
      FROM pg_catalog.pg_constraint p
        JOIN pg_catalog.pg_class c ON c.oid = p.conrelid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        CROSS JOIN LATERAL unnest(p.conkey) WITH ORDINALITY AS k (attnum, nr)
        JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
      WHERE p.contype = 'p'
        AND ($1::text IS NULL OR $1::text = current_database())
        AND ($2::text IS NULL OR n.nspname = $2::text)
        AND c.relname = $3::text
      ORDER BY 1, 2, 3, 5
      """;

  /**
   * Parameters: catalog, schema and table of the referenced key; then those of the foreign key.
   * Rules are numbered as in Flight SQL.
   */
  static final String FOREIGN_KEYS =
      """
      SELECT current_database()::text, pn.nspname::text, pc.relname::text, pa.attname::text,
        current_database()::text, fn.nspname::text, fc.relname::text, fa.attname::text, k.nr::int,
        f.conname::text,
        (SELECT p.conname::text FROM pg_catalog.pg_constraint p
         WHERE p.conrelid = f.confrelid AND p.contype IN ('p', 'u') AND p.conkey = f.confkey
         ORDER BY p.contype LIMIT 1),
        CASE f.confupdtype WHEN 'c' THEN 0 WHEN 'r' THEN 1 WHEN 'n' THEN 2 WHEN 'd' THEN 4
          ELSE 3 END,
        CASE f.confdeltype WHEN 'c' THEN 0 WHEN 'r' THEN 1 WHEN 'n' THEN 2 WHEN 'd' THEN 4
          ELSE 3 END
      FROM pg_catalog.pg_constraint f
        JOIN pg_catalog.pg_class fc ON fc.oid = f.conrelid
        JOIN pg_catalog.pg_namespace fn ON fn.oid = fc.relnamespace
        JOIN pg_catalog.pg_class pc ON pc.oid = f.confrelid
        JOIN pg_catalog.pg_namespace pn ON pn.oid = pc.relnamespace
        CROSS JOIN LATERAL unnest(f.conkey) WITH ORDINALITY AS k (attnum, nr)
        JOIN pg_catalog.pg_attribute fa ON fa.attrelid = fc.oid AND fa.attnum = k.attnum
        JOIN pg_catalog.pg_attribute pa ON pa.attrelid = pc.oid AND pa.attnum = f.confkey[k.nr::int]
      WHERE f.contype = 'f'
        AND ($1::text IS NULL OR $1::text = current_database())
        AND ($2::text IS NULL OR pn.nspname = $2::text)
        AND ($3::text IS NULL OR pc.relname = $3::text)
        AND ($4::text IS NULL OR $4::text = current_database())
        AND ($5::text IS NULL OR fn.nspname = $5::text)
        AND ($6::text IS NULL OR fc.relname = $6::text)
      ORDER BY 1, 2, 3, 5, 6, 7, 10, 9
      """;

  private MetadataQueries() {}
}

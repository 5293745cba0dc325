package dev.colonnade.sql.statement;

import dev.colonnade.sql.parse.SqlShowObjects;
import dev.colonnade.sql.parse.StatementParser;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** SHOW TABLES and its relatives: queries of the system's own tables. */
final class ShowStatements {
  private static final String OF_USERS = " n.nspname not in ('pg_catalog', 'information_schema')";

  private ShowStatements() {}

  /** The query that gives what is to be shown. */
  static SqlNode query(SqlShowObjects node) {
    return StatementParser.parse(text(node.kind(), node.table()));
  }

  private static String text(SqlShowObjects.Kind kind, @Nullable SqlIdentifier table) {
    return switch (kind) {
      case TABLES ->
          """
          select n.nspname as schema_name, c.relname as table_name,
                 case c.relkind when 'v' then 'view' else 'table' end as type,
                 cast(c.reltuples as bigint) as estimated_row_count
          from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'v') and%s
          order by 1, 2\
          """
              .formatted(OF_USERS);
      case SEQUENCES ->
          """
          select n.nspname as sequence_schema, c.relname as sequence_name
          from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
          where c.relkind = 'S'
          order by 1, 2\
          """;
      case DATABASES -> "select datname as database_name from pg_catalog.pg_database order by 1";
      case SCHEMAS -> "select nspname as schema_name from pg_catalog.pg_namespace order by 1";
      case COLUMNS ->
          """
          select a.attname as column_name, format_type(a.atttypid, a.atttypmod) as data_type,
                 not a.attnotnull as is_nullable, pg_get_expr(d.adbin, d.adrelid) as column_default
          from pg_catalog.pg_attribute a
          left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = %s and a.attnum > 0
          order by a.attnum\
          """
              .formatted(oid(table));
      case INDEXES ->
          """
          select t.relname as table_name, c.relname as index_name, i.indisunique as is_unique,
                 i.indisprimary as is_primary, pg_get_indexdef(i.indexrelid) as definition
          from pg_catalog.pg_index i
          join pg_catalog.pg_class c on c.oid = i.indexrelid
          join pg_catalog.pg_class t on t.oid = i.indrelid
          %s
          order by 1, 2\
          """
              .formatted(table == null ? "" : "where i.indrelid = " + oid(table));
      case RANGES ->
          """
          select schema_name, table_name, start_key, end_key, live_rows, live_bytes, total_bytes
          from colonnade_internal.ranges
          %s\
          """
              .formatted(table == null ? "" : "where table_oid = " + oid(table));
      case CREATE_TABLE ->
          "select %s as table_name, colonnade_create_statement(%s) as create_statement"
              .formatted(literal(table), oid(table));
    };
  }

  private static String oid(@Nullable SqlIdentifier table) {
    return "cast(cast(" + literal(table) + " as regclass) as oid)";
  }

  /** The name of the table as a text that is read as a name again. */
  private static String literal(@Nullable SqlIdentifier table) {
    if (table == null) {
      throw new IllegalArgumentException("table is null");
    }
    StringBuilder name = new StringBuilder();
    for (String part : table.names) {
      name.append(name.isEmpty() ? "" : ".");
      name.append('"').append(part.replace("\"", "\"\"")).append('"');
    }
    return "'" + name.toString().replace("'", "''") + "'";
  }
}

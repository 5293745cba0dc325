package dev.colonnade.sql.command;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.command.ShowObjectsCommand;
import dev.colonnade.sql.syntax.query.DataStatement;
import org.jspecify.annotations.Nullable;

/** Statements of SHOW TABLES and the like: queries of system tables. */
final class ObjectLists {
  private static final String OF_USERS = " n.nspname not in ('pg_catalog', 'information_schema')";

  private final FrontEnd frontEnd;

  ObjectLists(FrontEnd frontEnd) {
    this.frontEnd = requireNonNull(frontEnd, "frontEnd is null");
  }

  PreparedStatement prepare(ShowObjectsCommand node, PlanContext context) {
    DataStatement query =
        (DataStatement) SqlParser.parse(text(node.kind(), node.table())).getFirst().statement();
    try {
      return frontEnd.plan(query, context);
    } catch (ColonnadeException e) {
      throw e.with(e.fields().withPosition(0));
    }
  }

  private static String text(String kind, @Nullable QualifiedName table) {
    return switch (kind) {
      case "TABLES" ->
          """
          select n.nspname as schema_name, c.relname as table_name,
                 case c.relkind when 'v' then 'view' else 'table' end as type,
                 cast(c.reltuples as bigint) as estimated_row_count
          from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'v') and%s
          order by 1, 2\
          """
              .formatted(OF_USERS);
      case "SEQUENCES" ->
          """
          select n.nspname as sequence_schema, c.relname as sequence_name
          from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
          where c.relkind = 'S'
          order by 1, 2\
          """;
      case "DATABASES" -> "select datname as database_name from pg_catalog.pg_database order by 1";
      case "SCHEMAS" -> "select nspname as schema_name from pg_catalog.pg_namespace order by 1";
      case "COLUMNS" ->
          """
          select a.attname as column_name, format_type(a.atttypid, a.atttypmod) as data_type,
                 not a.attnotnull as is_nullable, pg_get_expr(d.adbin, d.adrelid) as column_default
          from pg_catalog.pg_attribute a
          left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = %s and a.attnum > 0
          order by a.attnum\
          """
              .formatted(oid(table));
      case "INDEXES" ->
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
      case "RANGES" ->
          """
          select schema_name, table_name, start_key, end_key, live_rows, live_bytes, total_bytes
          from colonnade_internal.ranges
          %s\
          """
              .formatted(table == null ? "" : "where table_oid = " + oid(table));
      case "CREATE TABLE" ->
          "select %s as table_name, colonnade_create_statement(%s) as create_statement"
              .formatted(literal(table), oid(table));
      default -> throw new IllegalArgumentException("unknown kind of objects: kind=" + kind);
    };
  }

  private static String oid(@Nullable QualifiedName table) {
    return "cast(cast(" + literal(table) + " as regclass) as oid)";
  }

  /** Returns the name of the table as a literal that can be cast to regclass. */
  private static String literal(@Nullable QualifiedName table) {
    if (table == null) {
      throw new IllegalArgumentException("table is null");
    }
    StringBuilder name = new StringBuilder();
    for (String part : table.parts()) {
      name.append(name.isEmpty() ? "" : ".");
      name.append('"').append(part.replace("\"", "\"\"")).append('"');
    }
    return "'" + name.toString().replace("'", "''") + "'";
  }
}

package dev.colonnade.sql.plan.source;

import dev.colonnade.sql.parse.StatementParser;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Functions of the catalog in FROM that return rows of several columns: replaced by queries of the
 * system tables with the same content, and by queries of no rows for kinds of objects that do not
 * exist here.
 */
final class CatalogRows {
  private static final Map<String, String> QUERIES =
      Map.of(
          "aclexplode",
          """
          select cast(null as oid) as grantor, cast(null as oid) as grantee,
            cast(null as text) as privilege_type, cast(null as boolean) as is_grantable
          where false\
          """,
          "pg_options_to_table",
          """
          select cast(null as text) as option_name, cast(null as text) as option_value
          where false\
          """,
          "pg_partition_tree",
          """
          select cast(null as regclass) as relid, cast(null as regclass) as parentrelid,
            cast(null as boolean) as isleaf, cast(null as integer) as level
          where false\
          """,
          "pg_get_publication_tables",
          """
          select cast(null as oid) as relid, cast(null as text) as attrs, cast(null as text) as qual
          where false\
          """,
          "pg_show_all_settings",
          "select * from pg_catalog.pg_settings",
          "pg_lock_status",
          "select * from pg_catalog.pg_locks",
          "pg_available_extensions",
          "select name, default_version, comment from pg_catalog.pg_available_extensions");

  private CatalogRows() {}

  /** The query with the function's name; null if it is another function. */
  static @Nullable SqlNode rows(SqlNode node) {
    if (!(node instanceof SqlCall call) || !(call.getOperator() instanceof SqlFunction)) {
      return null;
    }
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    String query = QUERIES.get(name);
    if (query == null) {
      return null;
    }
    SqlParserPos pos = call.getParserPosition();
    return SqlStdOperatorTable.AS.createCall(
        pos,
        SqlStdOperatorTable.LATERAL.createCall(pos, StatementParser.parse(query)),
        new SqlIdentifier(name, pos));
  }
}

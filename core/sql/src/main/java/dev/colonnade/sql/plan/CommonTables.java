package dev.colonnade.sql.plan;

import dev.colonnade.sql.parse.Nodes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Common table expressions of a query that are computed once: as in PostgreSQL those that are
 * referenced more than once. The others become part of the query.
 *
 * @param items the leading items of WITH up to the last one that is computed once
 * @param rest the query without the items that are computed once
 */
record CommonTables(List<Item> items, SqlNode rest) {
  /**
   * Item of WITH.
   *
   * @param query of the item alone, with the items before it that are part of it
   */
  record Item(String name, SqlNode query, @Nullable SqlNodeList columns) {}

  /** Returns the division of a query; without items if nothing is computed once. */
  static CommonTables of(SqlNode query) {
    if (query instanceof SqlOrderBy ordered) {
      CommonTables inner = of(ordered.query);
      return inner.items.isEmpty()
          ? new CommonTables(List.of(), query)
          : new CommonTables(
              inner.items,
              new SqlOrderBy(
                  ordered.getParserPosition(),
                  inner.rest,
                  ordered.orderList,
                  ordered.offset,
                  ordered.fetch));
    }
    return query instanceof SqlWith with ? of(with) : new CommonTables(List.of(), query);
  }

  private static CommonTables of(SqlWith with) {
    if (!haveUniqueNames(with)) {
      return new CommonTables(List.of(), with); // an error, which the validator reports
    }
    List<Item> items = new ArrayList<>();
    List<SqlNode> inlined = new ArrayList<>();
    for (int i = 0; i < with.withList.size(); i++) {
      SqlWithItem item = (SqlWithItem) with.withList.get(i);
      if (uses(with, i) > 1) {
        items.add(new Item(item.name.getSimple(), within(inlined, queryOf(item)), item.columnList));
      } else {
        inlined.add(item);
      }
    }
    return items.isEmpty()
        ? new CommonTables(List.of(), with)
        : new CommonTables(List.copyOf(items), within(inlined, with.body));
  }

  private static boolean haveUniqueNames(SqlWith with) {
    Set<String> names = new HashSet<>();
    return with.withList.stream()
        .allMatch(item -> names.add(((SqlWithItem) item).name.getSimple()));
  }

  /** Returns the query of an item; a recursive one selects from a WITH of its own. */
  private static SqlNode queryOf(SqlWithItem item) {
    if (!item.recursive.booleanValue() || count(item.query, item.name.getSimple()) == 0) {
      return item.query;
    }
    SqlParserPos pos = item.getParserPosition();
    SqlNode own =
        new SqlWithItem(
            pos, item.name, item.columnList, item.query, SqlLiteral.createBoolean(true, pos));
    return new SqlWith(
        pos, SqlNodeList.of(own), Nodes.select(SqlNodeList.of(SqlIdentifier.star(pos)), item.name));
  }

  private static SqlNode within(List<SqlNode> items, SqlNode body) {
    return items.isEmpty()
        ? body
        : new SqlWith(
            body.getParserPosition(), new SqlNodeList(items, body.getParserPosition()), body);
  }

  /** Returns how often an item is referenced behind it. */
  private static int uses(SqlWith with, int index) {
    String name = ((SqlWithItem) with.withList.get(index)).name.getSimple();
    int uses = count(with.body, name);
    for (int i = index + 1; i < with.withList.size(); i++) {
      uses += count(((SqlWithItem) with.withList.get(i)).query, name);
    }
    return uses;
  }

  /** Returns how often a name occurs in FROM clauses. */
  private static int count(SqlNode node, String name) {
    References references = new References(name);
    node.accept(references);
    return references.found;
  }

  /** Counter of references to a table by its simple name. */
  private static final class References extends SqlBasicVisitor<@Nullable Void> {
    private final String name;
    private int found;

    References(String name) {
      this.name = name;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
      if (call instanceof SqlSelect select && select.getFrom() != null) {
        from(select.getFrom());
      }
      return super.visit(call);
    }

    private void from(SqlNode node) {
      if (node instanceof SqlJoin join) {
        from(join.getLeft());
        from(join.getRight());
      } else if (node instanceof SqlCall call
          && (call.getKind() == SqlKind.AS || call.getKind() == SqlKind.TABLE_REF)) {
        from(call.operand(0));
      } else if (node instanceof SqlIdentifier table
          && table.isSimple()
          && table.getSimple().equals(name)) {
        found++;
      }
    }
  }
}

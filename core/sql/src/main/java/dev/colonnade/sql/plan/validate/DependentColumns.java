package dev.colonnade.sql.plan.validate;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.schema.SnapshotTable;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Functional dependencies of GROUP BY: a query that groups by the primary key of a table may use
 * its other columns too, since they are the same for all rows of a group. They are added to the
 * grouping, which changes no group.
 */
final class DependentColumns {
  private static final Set<SqlKind> SETS =
      Set.of(SqlKind.GROUPING_SETS, SqlKind.ROLLUP, SqlKind.CUBE, SqlKind.GROUP_BY_DISTINCT);

  private DependentColumns() {}

  /**
   * The columns that a query names and that its keys decide.
   *
   * @param group what is grouped by, names fully written out
   * @param scope of what FROM gives
   */
  static List<SqlNode> of(SqlSelect select, SqlNodeList group, SelectScope scope) {
    Set<List<String>> grouped = new HashSet<>();
    for (SqlNode item : group) {
      if (SETS.contains(item.getKind())) {
        return List.of(); // what is not in all sets decides nothing
      }
      if (item instanceof SqlIdentifier name) {
        grouped.add(name.names);
      }
    }
    if (grouped.isEmpty()) {
      return List.of();
    }
    Named named = new Named(select);
    List<SqlNode> found = new ArrayList<>();
    for (String alias : aliasesOf(grouped)) {
      Table table = tableOf(scope, alias);
      if (table != null && isKeyIn(grouped, alias, table)) {
        addOthers(found, grouped, alias, table, named);
      }
    }
    return found;
  }

  private static Set<String> aliasesOf(Set<List<String>> grouped) {
    Set<String> aliases = new LinkedHashSet<>();
    grouped.stream().filter(name -> name.size() == 2).forEach(name -> aliases.add(name.getFirst()));
    return aliases;
  }

  private static @Nullable Table tableOf(SelectScope scope, String alias) {
    SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
    scope.resolve(List.of(alias), SqlNameMatchers.withCaseSensitive(true), false, resolved);
    if (resolved.count() != 1) {
      return null;
    }
    SqlValidatorNamespace input = resolved.only().namespace;
    return scope.getChildren().contains(input) ? tableOf(input) : null;
  }

  private static @Nullable Table tableOf(SqlValidatorNamespace input) {
    SqlValidatorTable table = input.getTable();
    SnapshotTable known = table == null ? null : table.unwrap(SnapshotTable.class);
    return known == null ? null : known.table();
  }

  private static boolean isKeyIn(Set<List<String>> grouped, String alias, Table table) {
    List<Column> key = keyOf(table);
    return !key.isEmpty()
        && key.stream().allMatch(column -> grouped.contains(List.of(alias, column.name())));
  }

  /** The columns of the primary key; none if there is none, or one that is checked later. */
  private static List<Column> keyOf(Table table) {
    if (!table.schema().hasHiddenKey()) {
      return table.schema().keyColumns();
    }
    Index index = table.keyIndex();
    return index == null || index.definition().kind().timing().isDeferrable()
        ? List.of()
        : index.definition().columns().stream()
            .map(part -> table.schema().column(part.columnId()))
            .toList();
  }

  private static void addOthers(
      List<SqlNode> found, Set<List<String>> grouped, String alias, Table table, Named named) {
    for (Column column : table.schema().visibleColumns()) {
      List<String> name = List.of(alias, column.name());
      if (!grouped.contains(name) && named.mayMean(column)) {
        found.add(new SqlIdentifier(name, SqlParserPos.ZERO));
      }
    }
  }

  /** The last words of all names that a query has behind its groups. */
  private static final class Named extends SqlBasicVisitor<@Nullable Void> {
    private final Set<String> words = new HashSet<>();
    private boolean hasStar;

    Named(SqlSelect select) {
      Stream.of(
              select.getSelectList(),
              select.getHaving(),
              select.getWindowList(),
              select.getOrderList(),
              select.getQualify())
          .filter(part -> part != null)
          .forEach(part -> part.accept(this));
    }

    @Override
    public @Nullable Void visit(SqlIdentifier name) {
      if (name.isStar()) {
        hasStar = true;
      } else {
        words.add(name.names.getLast());
      }
      return null;
    }

    boolean mayMean(Column column) {
      return hasStar || words.contains(column.name());
    }
  }
}

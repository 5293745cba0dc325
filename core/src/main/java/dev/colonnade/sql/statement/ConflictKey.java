package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.Index;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.RowCondition;
import dev.colonnade.sql.parse.OnConflict;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.type.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * A key by which ON CONFLICT finds the row that is in the way of a new one.
 *
 * @param partial which rows the key is of, if it is not of all
 */
record ConflictKey(List<Column> columns, @Nullable Partial partial) {
  ConflictKey {
    columns = List.copyOf(columns);
  }

  /**
   * The condition of a partial index.
   *
   * @param text over the table's columns
   * @param onNew the same for a row that is to be inserted
   */
  record Partial(String text, RowCondition onNew) {
    Partial {
      requireNonNull(text, "text is null");
      requireNonNull(onNew, "onNew is null");
    }

    /** A tree of its own for each query. */
    SqlNode parsed() {
      return StatementParser.parseExpression(text);
    }
  }

  /** Whether a new row, given by all its values, could be alike to another by this key. */
  boolean isOf(List<@Nullable Object> row) {
    return partial == null || Boolean.TRUE.equals(partial.onNew().holds(row.toArray()));
  }

  /** The keys that decide: the one that is meant, or all. */
  static List<ConflictKey> of(Table table, OnConflict conflict) {
    List<ConflictKey> keys = new ArrayList<>();
    List<ConflictKey> partial = new ArrayList<>();
    boolean isHidden = table.schema().hasHiddenKey();
    String keyName = table.descriptor().rules().keyName();
    String primary = keyName == null ? table.name() + "_pkey" : keyName;
    Set<String> wanted = new HashSet<>();
    conflict.columns().forEach(name -> wanted.add(Rows.column(table, name.getSimple()).name()));
    SqlIdentifier constraint = conflict.constraint();
    if (!isHidden && isMeant(wanted, constraint, primary, table.schema().keyColumns())) {
      keys.add(new ConflictKey(table.schema().keyColumns(), null));
    }
    for (Index index : table.descriptor().rules().indexes()) {
      List<Column> columns =
          index.definition().columns().stream()
              .map(part -> table.schema().column(part.columnId()))
              .toList();
      boolean isMeant =
          index.definition().kind().isUniqueAtLast()
              && isMeant(wanted, constraint, index.name(), columns);
      Index.Condition condition = index.definition().condition();
      if (isMeant && condition == null) {
        requireAlwaysUnique(table, index);
        keys.add(new ConflictKey(columns, null));
      } else if (isMeant && (wanted.isEmpty() || isImplied(condition, conflict.keyCondition()))) {
        partial.add(new ConflictKey(columns, partial(table, requireNonNull(condition))));
      }
    }
    keys.addAll(partial);
    requireOne(keys, table, constraint, wanted.isEmpty() && isHidden);
    return wanted.isEmpty() && constraint == null ? keys : keys.subList(0, 1);
  }

  private static void requireOne(
      List<ConflictKey> keys, Table table, @Nullable SqlIdentifier constraint, boolean mayBeNone) {
    if (keys.isEmpty() && constraint != null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          "constraint \"%s\" for table \"%s\" does not exist"
              .formatted(constraint.getSimple(), table.name()));
    }
    if (keys.isEmpty() && !mayBeNone) {
      throw new ColonnadeException(
          ErrorCode.INVALID_COLUMN_REFERENCE,
          "there is no unique or exclusion constraint matching the ON CONFLICT specification");
    }
  }

  private static Partial partial(Table table, Index.Condition condition) {
    String text = condition.expression();
    return new Partial(text, new TableConditions().of(table, text));
  }

  /** Whether a condition, as it was written, says everything that an index asks of its rows. */
  private static boolean isImplied(Index.@Nullable Condition asked, @Nullable SqlNode said) {
    if (asked == null || said == null) {
      return false;
    }
    List<SqlNode> parts = parts(said);
    return parts(StatementParser.parseExpression(asked.expression())).stream()
        .allMatch(
            wanted -> parts.stream().anyMatch(part -> part.equalsDeep(wanted, Litmus.IGNORE)));
  }

  private static List<SqlNode> parts(SqlNode condition) {
    if (condition.getKind() != SqlKind.AND) {
      return List.of(condition);
    }
    List<SqlNode> parts = new ArrayList<>();
    ((SqlCall) condition).getOperandList().forEach(operand -> parts.addAll(parts(operand)));
    return parts;
  }

  private static void requireAlwaysUnique(Table table, Index index) {
    if (!index.isUnique()) {
      throw new ColonnadeException(
          ErrorCode.WRONG_STATE,
          "ON CONFLICT does not support deferrable unique constraints/exclusion constraints"
              + " as arbiters",
          ErrorFields.NONE.withTable(table.name()).withConstraint(index.name()));
    }
  }

  private static boolean isMeant(
      Set<String> wanted, @Nullable SqlIdentifier constraint, String name, List<Column> columns) {
    if (constraint != null) {
      return constraint.getSimple().equals(name);
    }
    Set<String> names = new HashSet<>();
    columns.forEach(column -> names.add(column.name()));
    return wanted.isEmpty() || wanted.equals(names);
  }
}

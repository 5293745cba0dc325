package dev.colonnade.sql.statement;

import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.physical.ModifyPlan.AllocatedColumn;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Columns that an insert does not name and whose default is the next value of a sequence. The
 * values of all rows are allocated together: as many as there are rows, in the order of the rows.
 */
final class AllocatedColumns {
  private AllocatedColumns() {}

  /**
   * Returns the columns with sequence defaults among those that are not listed. None if two share a
   * sequence, whose values a row gets in succession, or if the rows are computed with sequence
   * functions: their evaluation row by row advances the sequences row by row.
   *
   * @param source the rows of the statement
   */
  static List<AllocatedColumn> of(Table table, List<Column> omitted, SqlNode source) {
    List<AllocatedColumn> found = new ArrayList<>();
    Set<Integer> sequences = new HashSet<>();
    for (Column column : omitted) {
      AllocatedColumn allocated = find(table, column);
      if (allocated == null) {
        String text = table.descriptor().defaults().get(column.id());
        if (text != null && !DefaultClause.sequencesIn(text).isEmpty()) {
          return List.of();
        }
      } else if (sequences.add(allocated.sequenceId())) {
        found.add(allocated);
      } else {
        return List.of();
      }
    }
    return found.isEmpty() || SequenceCalls.areIn(source) ? List.of() : found;
  }

  private static @Nullable AllocatedColumn find(Table table, Column column) {
    String text = table.descriptor().defaults().get(column.id());
    int sequenceId = text == null ? 0 : DefaultClause.sequenceOf(text);
    return sequenceId == 0 || !CalciteTypes.sqlType(column.type()).kind().isInteger()
        ? null
        : new AllocatedColumn(column, table.schema().ordinal(column.id()), sequenceId);
  }

  /** Returns the columns that the source has to return. */
  static List<Column> without(List<Column> omitted, List<AllocatedColumn> allocated) {
    return omitted.stream()
        .filter(column -> allocated.stream().noneMatch(other -> other.column().equals(column)))
        .toList();
  }

  /** Search for functions of sequences. */
  private static final class SequenceCalls extends SqlBasicVisitor<@Nullable Void> {
    private static final Set<String> NAMES = Set.of("nextval", "currval", "lastval", "setval");

    private boolean isFound;

    static boolean areIn(SqlNode node) {
      SequenceCalls calls = new SequenceCalls();
      node.accept(calls);
      return calls.isFound;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
      isFound |=
          call.getKind() == SqlKind.NEXT_VALUE
              || NAMES.contains(call.getOperator().getName().toLowerCase(Locale.ROOT));
      return super.visit(call);
    }
  }
}

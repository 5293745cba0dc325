package dev.colonnade.sql.statement;

import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.row.RowWriter;
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
 * Columns that an insert does not name and whose default is the next value of a sequence. They are
 * drawn for all its rows together when these are known: so many values as there are rows, in the
 * order of the rows.
 */
record AllocatedColumns(List<Drawn> columns) {
  static final AllocatedColumns NONE = new AllocatedColumns(List.of());

  AllocatedColumns {
    columns = List.copyOf(columns);
  }

  /**
   * A column.
   *
   * @param ordinal its place in the table's schema
   * @param sequenceId what the catalogue calls its sequence
   */
  record Drawn(Column column, SqlType type, int ordinal, int sequenceId) {
    static @Nullable Drawn of(Table table, Column column) {
      String text = table.descriptor().defaults().get(column.id());
      int sequenceId = text == null ? 0 : DefaultClause.sequenceOf(text);
      SqlType type = TypeMapping.sqlType(column.type());
      return sequenceId == 0 || !type.kind().isInteger()
          ? null
          : new Drawn(column, type, table.schema().ordinal(column.id()), sequenceId);
    }

    private @Nullable Object value(long drawn) {
      return ValueConverter.toJava(type, ValueConverter.fromJava(type, drawn));
    }
  }

  /**
   * Returns the columns with sequence defaults among those that are not listed. None if two share a
   * sequence, whose values a row gets in succession, or if the rows are computed with sequence
   * functions: their evaluation row by row advances the sequences row by row.
   *
   * @param source the rows of the statement
   */
  static AllocatedColumns of(Table table, List<Column> omitted, SqlNode source) {
    List<Drawn> found = new ArrayList<>();
    Set<Integer> sequences = new HashSet<>();
    for (Column column : omitted) {
      Drawn drawn = Drawn.of(table, column);
      if (drawn == null) {
        String text = table.descriptor().defaults().get(column.id());
        if (text != null && !DefaultClause.sequencesIn(text).isEmpty()) {
          return NONE;
        }
      } else if (sequences.add(drawn.sequenceId())) {
        found.add(drawn);
      } else {
        return NONE;
      }
    }
    return found.isEmpty() || CallsOfSequences.areIn(source) ? NONE : new AllocatedColumns(found);
  }

  /** Looks for functions of sequences. */
  private static final class CallsOfSequences extends SqlBasicVisitor<@Nullable Void> {
    private static final Set<String> NAMES = Set.of("nextval", "currval", "lastval", "setval");

    private boolean isFound;

    static boolean areIn(SqlNode node) {
      CallsOfSequences calls = new CallsOfSequences();
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

  boolean isEmpty() {
    return columns.isEmpty();
  }

  /** The columns that are left for the query to give. */
  List<Column> without(List<Column> omitted) {
    return omitted.stream()
        .filter(column -> columns.stream().noneMatch(drawn -> drawn.column().equals(column)))
        .toList();
  }

  /** Values that were drawn for some rows, in their order. */
  static final class Values {
    private final List<Drawn> columns;

    /** By column the values of all rows. */
    private final long[][] values;

    private Values(List<Drawn> columns, long[][] values) {
      this.columns = columns;
      this.values = values;
    }

    /** Fills in the values of rows that have a place for each column of the table. */
    void fill(List<@Nullable Object[]> rows) {
      for (int i = 0; i < columns.size(); i++) {
        Drawn drawn = columns.get(i);
        for (int row = 0; row < values[i].length; row++) {
          rows.get(row)[drawn.ordinal()] = drawn.value(values[i][row]);
        }
      }
    }

    /** Puts the values of one row. */
    void put(int row, RowWriter into) {
      for (int i = 0; i < values.length; i++) {
        Drawn drawn = columns.get(i);
        long value = values[i][row];
        if (drawn.type().kind() == TypeKind.BIGINT) {
          into.putLong(drawn.ordinal(), value);
        } else {
          into.putObject(drawn.ordinal(), drawn.value(value));
        }
      }
    }
  }

  /** Draws values for so many rows. */
  Values draw(int rowCount, Execution execution) {
    long[][] values = new long[rowCount == 0 ? 0 : columns.size()][];
    StatementSequenceService sequences = new StatementSequenceService(execution.transaction());
    for (int i = 0; i < values.length; i++) {
      values[i] = drawn(sequences, columns.get(i), rowCount);
    }
    return new Values(rowCount == 0 ? List.of() : columns, values);
  }

  private static long[] drawn(StatementSequenceService sequences, Drawn column, int rowCount) {
    long[] values = new long[rowCount];
    int row = 0;
    for (ValueRun run : sequences.draw(column.sequenceId(), rowCount)) {
      for (long i = 0; i < run.count(); i++) {
        values[row++] = run.value(i);
      }
    }
    return values;
  }

  /** Draws the values of some rows, which have a place for each column of the table. */
  void fill(List<@Nullable Object[]> rows, Execution execution) {
    draw(rows.size(), execution).fill(rows);
  }
}

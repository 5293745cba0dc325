package dev.colonnade.sql.execute.modify.row;

import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.physical.ModifyPlan.AllocatedColumn;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.row.RowWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values of sequences that are allocated for the rows of an INSERT, in the order of the rows. */
public final class AllocatedValues {
  private static final AllocatedValues NONE = new AllocatedValues(List.of(), new long[0][]);

  private final List<AllocatedColumn> columns;
  private final SqlType[] types;

  /** By column the values of all rows. */
  private final long[][] values;

  private AllocatedValues(List<AllocatedColumn> columns, long[][] values) {
    this.columns = columns;
    this.types = new SqlType[columns.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = TypeMapping.sqlType(columns.get(i).column().type());
    }
    this.values = values;
  }

  /** Allocates values for {@code rowCount} rows. */
  public static AllocatedValues of(
      List<AllocatedColumn> columns, int rowCount, SequenceAllocator sequences) {
    if (rowCount == 0 || columns.isEmpty()) {
      return NONE;
    }
    long[][] values = new long[columns.size()][];
    for (int i = 0; i < values.length; i++) {
      values[i] = values(sequences.allocate(columns.get(i).sequenceId(), rowCount), rowCount);
    }
    return new AllocatedValues(columns, values);
  }

  private static long[] values(List<ValueRun> runs, int rowCount) {
    long[] values = new long[rowCount];
    int row = 0;
    for (ValueRun run : runs) {
      for (long i = 0; i < run.count(); i++) {
        values[row++] = run.value(i);
      }
    }
    return values;
  }

  /** Sets the values of one row, which has a place for each column of the table. */
  public void fill(int row, @Nullable Object[] stored) {
    for (int i = 0; i < values.length; i++) {
      stored[columns.get(i).ordinal()] = value(i, row);
    }
  }

  /** Writes the values of one row. */
  public void put(int row, RowWriter into) {
    for (int i = 0; i < values.length; i++) {
      int ordinal = columns.get(i).ordinal();
      if (types[i].kind() == TypeKind.BIGINT) {
        into.putLong(ordinal, values[i][row]);
      } else {
        into.putObject(ordinal, value(i, row));
      }
    }
  }

  private @Nullable Object value(int column, int row) {
    SqlType type = types[column];
    return ValueConverter.toJava(type, ValueConverter.fromJava(type, values[column][row]));
  }
}

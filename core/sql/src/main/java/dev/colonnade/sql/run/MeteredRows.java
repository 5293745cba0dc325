package dev.colonnade.sql.run;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.vector.operator.QueryMemory;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.DataContext;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.function.Function0;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.linq4j.function.Function2;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are charged to the query's memory when their reader buffers them. When they are read
 * again, the earlier charge is released. Their reader checks for cancellation, even if it produces
 * nothing for long.
 */
public final class MeteredRows extends AbstractEnumerable<Object> {
  /** An entry of a table or a list, and the array that is the row. */
  private static final int ROW_BYTES = 64;

  /** Rows between two looks at whether the statement was canceled; a power of two. */
  private static final int ROWS_PER_LOOK = 1024;

  private static final int VALUE_BYTES = 24;
  private static final int DECIMAL_BYTES = 56;
  private static final int TEXT_BYTES = 56;

  private final Enumerable<Object> rows;
  private final Place place;
  private final QueryMemory.Share share;
  private final Cancellation cancellation;
  private long kept;

  private MeteredRows(Enumerable<Object> rows, Place place, StatementContext context) {
    this.rows = rows;
    this.place = place;
    this.share = context.share(place);
    this.cancellation = context.cancellation();
  }

  /** Kind of buffering of the rows. */
  enum Keeping {
    /** Nothing. */
    NOTHING,
    ALL_ROWS,
    /** Variant of {@link #ALL_ROWS} where reading again adds to the earlier charge. */
    ROWS_OF_ALL_ROUNDS,
    /** Rows that are not buffered yet. */
    NEW_ROWS,
    /** Something for each group. */
    GROUPS
  }

  /** A place in a plan. Each is itself only, so that a query has a share of memory for each. */
  public static final class Place {
    private final Keeping keeping;
    private final int width;

    Place(Keeping keeping, int width) {
      this.keeping = keeping;
      this.width = width;
    }
  }

  /** Called by generated code. */
  public static Enumerable<Object> of(DataContext root, Enumerable<Object> rows, Place place) {
    StatementContext context = ((CompiledQuery.Root) root).context();
    return new MeteredRows(rows, place, context);
  }

  @Override
  public Enumerator<Object> enumerator() {
    if (place.keeping != Keeping.ROWS_OF_ALL_ROUNDS) {
      share.set(0);
      kept = 0;
    }
    return switch (place.keeping) {
      case ALL_ROWS, ROWS_OF_ALL_ROUNDS -> new Charging(rows.enumerator());
      case NEW_ROWS, GROUPS, NOTHING -> new Watching(rows.enumerator());
    };
  }

  @Override
  public <C extends Collection<? super Object>> C into(C sink) {
    if (place.keeping != Keeping.NEW_ROWS) {
      return super.into(sink);
    }
    try (Enumerator<Object> each = enumerator()) {
      while (each.moveNext()) {
        Object row = each.current();
        if (sink.add(row)) {
          charge(bytesOf(row));
        }
      }
    }
    return sink;
  }

  /** The rows as groups of themselves. */
  @Override
  public Enumerable<Object> distinct() {
    Set<Object> found = new HashSet<>();
    try (Enumerator<Object> each = enumerator()) {
      while (each.moveNext()) {
        Object row = each.current();
        if (found.add(row)) {
          charge(bytesOf(row));
        }
      }
    }
    return Linq4j.asEnumerable(found);
  }

  @Override
  public <K, A, R> Enumerable<R> groupBy(
      Function1<Object, K> key,
      Function0<A> start,
      Function2<A, Object, A> adder,
      Function2<K, A, R> result) {
    return super.groupBy(key, counted(start), adder, result);
  }

  /** A group begins where its collecting does. */
  private <A> Function0<A> counted(Function0<A> start) {
    if (place.keeping != Keeping.GROUPS) {
      return start;
    }
    return () -> {
      charge(2L * ROW_BYTES + (long) place.width * VALUE_BYTES);
      return start.apply();
    };
  }

  private void charge(long bytes) {
    kept += bytes;
    if (place.keeping == Keeping.ROWS_OF_ALL_ROUNDS) {
      share.add(bytes);
    } else {
      share.set(kept);
    }
  }

  private long bytesOf(@Nullable Object row) {
    if (row instanceof Object[] values) {
      long bytes = ROW_BYTES;
      for (Object value : values) {
        bytes += bytesOfValue(value);
      }
      return bytes;
    }
    return place.width == 1
        ? ROW_BYTES + bytesOfValue(row)
        : ROW_BYTES + (long) place.width * VALUE_BYTES;
  }

  private static long bytesOfValue(@Nullable Object value) {
    return switch (value) {
      case null -> Long.BYTES;
      case String text -> TEXT_BYTES + text.length();
      case ByteString bytes -> VALUE_BYTES + bytes.length();
      case BigDecimal _ -> DECIMAL_BYTES;
      case List<?> values -> ROW_BYTES + (long) values.size() * VALUE_BYTES;
      default -> VALUE_BYTES;
    };
  }

  /** Charges every row that is read. */
  private final class Charging extends Watching {
    Charging(Enumerator<Object> each) {
      super(each);
    }

    @Override
    public boolean moveNext() {
      if (!super.moveNext()) {
        return false;
      }
      charge(bytesOf(current()));
      return true;
    }
  }

  /** Looks now and then whether the statement was canceled. */
  private class Watching implements Enumerator<Object> {
    private final Enumerator<Object> each;
    private int rowsRead;

    Watching(Enumerator<Object> each) {
      this.each = each;
    }

    @Override
    public boolean moveNext() {
      if ((++rowsRead & (ROWS_PER_LOOK - 1)) == 0) {
        cancellation.check();
      }
      return each.moveNext();
    }

    @Override
    public Object current() {
      return each.current();
    }

    @Override
    public void reset() {
      each.reset();
    }

    @Override
    public void close() {
      each.close();
    }
  }
}

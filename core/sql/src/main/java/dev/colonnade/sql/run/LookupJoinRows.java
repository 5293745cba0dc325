package dev.colonnade.sql.run;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.sql.plan.join.LookupJoin;
import dev.colonnade.sql.plan.scan.ScanSpec;
import dev.colonnade.type.schema.Column;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.runtime.FlatLists;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a join that looks one side up: takes some rows of its input, reads the rows of the
 * table with their keys, and joins the two in memory.
 */
public final class LookupJoinRows {
  private static final int ROWS_FIRST = 64;
  private static final int ROWS_MAX = 4096;

  private final StatementContext context;
  private final JoinRelType joinType;
  private final List<Integer> inputKeys;
  private final LookupKeys lookup;

  /** The columns that are read: those that are shown, and behind them those that are compared. */
  private final List<Column> read = new ArrayList<>();

  private final int shown;
  private final List<Column> keyColumns = new ArrayList<>();

  private LookupJoinRows(StatementContext context, LookupJoin.Terms terms) {
    this.context = context;
    this.joinType = terms.joinType();
    ScanSpec spec = terms.lookup().scan();
    this.inputKeys = terms.lookup().inputKeys();
    List<Column> columns = spec.table().schema().columns();
    boolean showsNothing = joinType == JoinRelType.SEMI || joinType == JoinRelType.ANTI;
    if (!showsNothing) {
      spec.ordinals().forEach(ordinal -> read.add(columns.get(ordinal)));
    }
    this.shown = read.size();
    for (int ordinal : terms.lookup().columns()) {
      Column column = columns.get(ordinal);
      keyColumns.add(column);
      if (!read.contains(column)) {
        read.add(column);
      }
    }
    this.lookup = new LookupKeys(context, terms.lookup(), read);
  }

  /** Called by generated code. */
  public static Enumerable<Object> join(
      DataContext root, Enumerable<?> input, LookupJoin.Terms terms) {
    StatementContext context = ((CompiledQuery.Root) root).context();
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object> enumerator() {
        LookupJoinRows rows = new LookupJoinRows(context, terms);
        return rows.new Joined(input.enumerator());
      }
    };
  }

  /** The rows with some keys, by these. */
  private Map<List<Object>, List<@Nullable Object[]>> lookUp(List<@Nullable List<Object>> keys) {
    Map<List<Object>, List<@Nullable Object[]>> found = new HashMap<>();
    TreeMap<Key, KeySpan> spans = new TreeMap<>();
    for (List<Object> key : keys) {
      if (key != null) {
        lookup.addSpan(key, spans);
      }
    }
    int[] compared = keyColumns.stream().mapToInt(read::indexOf).toArray();
    try (PageStream stream = lookup.open(spans.values())) {
      if (stream == null) {
        return found;
      }
      for (ScanPage page = stream.next(); page != null; page = stream.next()) {
        try (ScanPage open = page) {
          add(found, (ColumnPage) open, compared);
        }
      }
    }
    return found;
  }

  private void add(
      Map<List<Object>, List<@Nullable Object[]>> found, ColumnPage page, int[] compared) {
    PageReader reader = new PageReader(page.batch());
    for (int i = 0; i < page.rowCount(); i++) {
      @Nullable Object[] row = reader.row(i);
      List<Object> key = new ArrayList<>(compared.length);
      for (int at : compared) {
        Object value = row[at];
        if (value != null) {
          key.add(value);
        }
      }
      if (key.size() == compared.length) {
        found
            .computeIfAbsent(key, _ -> new ArrayList<>())
            .add(shown == row.length ? row : Arrays.copyOf(row, shown));
      }
    }
  }

  /** Joins batch by batch. One thread. */
  private final class Joined implements Enumerator<Object> {
    private final Enumerator<?> input;
    private final Deque<@Nullable Object[]> ready = new ArrayDeque<>();
    private int rowsWanted = lookup.isByKey() ? ROWS_FIRST : Integer.MAX_VALUE;
    private @Nullable Object current;

    Joined(Enumerator<?> input) {
      this.input = input;
    }

    @Override
    public boolean moveNext() {
      while (ready.isEmpty()) {
        context.cancellation().check();
        if (!joinNext()) {
          return false;
        }
      }
      @Nullable Object[] row = ready.removeFirst();
      current =
          switch (row.length) {
            case 0 -> FlatLists.COMPARABLE_EMPTY_LIST;
            case 1 -> row[0];
            default -> row;
          };
      return true;
    }

    /** Returns whether there was anything left to join. */
    private boolean joinNext() {
      List<@Nullable Object[]> rows = new ArrayList<>();
      List<@Nullable List<Object>> keys = new ArrayList<>();
      while (rows.size() < rowsWanted && input.moveNext()) {
        @Nullable Object[] row = (Object[]) input.current();
        rows.add(row.clone());
        keys.add(keyOf(row));
      }
      Map<List<Object>, List<@Nullable Object[]>> found = lookUp(keys);
      for (int i = 0; i < rows.size(); i++) {
        List<Object> key = keys.get(i);
        emit(rows.get(i), key == null ? List.of() : found.getOrDefault(key, List.of()));
      }
      if (rowsWanted < ROWS_MAX) {
        rowsWanted *= 2;
      }
      return !rows.isEmpty();
    }

    private @Nullable List<Object> keyOf(@Nullable Object[] row) {
      List<Object> key = new ArrayList<>(inputKeys.size());
      for (int field : inputKeys) {
        Object value = row[field];
        if (value == null) {
          return null;
        }
        key.add(value);
      }
      return key;
    }

    private void emit(@Nullable Object[] row, List<@Nullable Object[]> matches) {
      switch (joinType) {
        case SEMI -> {
          if (!matches.isEmpty()) {
            ready.add(row);
          }
        }
        case ANTI -> {
          if (matches.isEmpty()) {
            ready.add(row);
          }
        }
        default -> {
          for (@Nullable Object[] match : matches) {
            ready.add(both(row, match));
          }
          if (matches.isEmpty() && joinType == JoinRelType.LEFT) {
            ready.add(Arrays.copyOf(row, row.length + shown));
          }
        }
      }
    }

    private @Nullable Object[] both(@Nullable Object[] left, @Nullable Object[] right) {
      @Nullable Object[] row = Arrays.copyOf(left, left.length + shown);
      System.arraycopy(right, 0, row, left.length, shown);
      return row;
    }

    @Override
    public @Nullable Object current() {
      return current;
    }

    @Override
    public void reset() {
      throw new UnsupportedOperationException("a join cannot be started over");
    }

    @Override
    public void close() {
      input.close();
    }
  }
}

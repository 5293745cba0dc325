package dev.colonnade.sql.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway")
class SharedRowsTest {
  private static final List<VectorType> TYPES = List.of(VectorType.of(TypeKind.INTEGER));

  @Test
  void shouldReturnAllRowsToReadersThatTakeTurns() {
    TestRows rows = rows(200);
    for (long workBytes : new long[] {TestQuery.AMPLE_BYTES, 0, 500}) {
      for (int seed = 0; seed < 10; seed++) {
        Random random = new Random(seed);
        try (TestQuery query = new TestQuery(workBytes);
            OperatorMemory memory = query.context().memory().newOperator();
            SharedRows shared = shared(query, memory, rows.source(query.context(), 9, random))) {
          List<SharedRows.Reader> readers = new ArrayList<>();
          List<List<List<@Nullable Object>>> read = new ArrayList<>();
          for (int i = 0; i < 3; i++) {
            readers.add(shared.reader());
            read.add(new ArrayList<>());
          }
          while (read.stream().anyMatch(each -> each.size() < rows.rows().size())) {
            int next = random.nextInt(readers.size());
            VectorBatch batch = readers.get(next).next();
            if (batch != null) {
              TestRows.addRows(batch, TYPES, read.get(next));
            }
          }
          assertThat(read).allMatch(each -> each.equals(rows.rows()));
          assertThat(readers).allMatch(reader -> reader.next() == null);
        }
      }
    }
  }

  @Test
  void shouldComputeOnlyWhatIsRead() {
    try (TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
        OperatorMemory memory = query.context().memory().newOperator()) {
      TestRows.Source source = rows(100).source(query.context(), 1);
      try (SharedRows shared = shared(query, memory, source)) {
        shared.reader().next();
        shared.reader().next();
        assertThat(source.batchCount()).isEqualTo(1);
        assertThat(shared.isComplete()).isFalse();
      }
      assertThat(source.isClosed()).isTrue();
    }
  }

  private static TestRows rows(int count) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(TestRows.row(i % 7 == 0 ? null : (Integer) i));
    }
    return new TestRows(TYPES, rows);
  }

  private static SharedRows shared(TestQuery query, OperatorMemory memory, Operator source) {
    return new SharedRows(
        source,
        TYPES,
        new SpillContext(memory, query.context().spillSpace(), query.cancellation()));
  }
}

package dev.colonnade.sql.execute.set;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecursiveUnionOperatorTest {
  private static final List<VectorType> TYPES = List.of(VectorType.of(TypeKind.INTEGER));

  /** Step that replaces each row of the working table by several. */
  private static final class Step extends Operator {
    private final Function<@Nullable Object, List<List<@Nullable Object>>> function;

    Step(
        TestQuery query,
        WorkingTable table,
        Function<@Nullable Object, List<List<@Nullable Object>>> function) {
      super(query.context(), new WorkingTableOperator(query.context(), table));
      this.function = function;
    }

    @Override
    protected @Nullable VectorBatch produce() {
      VectorBatch batch = input(0).next();
      if (batch == null) {
        return null;
      }
      List<List<@Nullable Object>> rows = new ArrayList<>();
      TestRows.addRows(batch, TYPES, rows);
      List<List<@Nullable Object>> result = new ArrayList<>();
      rows.forEach(row -> result.addAll(function.apply(row.getFirst())));
      return new TestRows(TYPES, result).batch();
    }
  }

  private static Operator recursion(
      TestQuery query,
      boolean all,
      TestRows seed,
      Function<@Nullable Object, List<List<@Nullable Object>>> function) {
    WorkingTable table = new WorkingTable();
    return new RecursiveUnionOperator(
        query.context(),
        TYPES,
        all,
        seed.source(query.context(), 3),
        new RecursiveUnionOperator.Recursion(table, () -> new Step(query, table, function)));
  }

  private static List<List<@Nullable Object>> halves(@Nullable Object value) {
    if (value == null || (Integer) value <= 1) {
      return List.of();
    }
    int number = (Integer) value;
    return List.of(TestRows.row(number / 2), TestRows.row(number / 3));
  }

  @Test
  void shouldKeepDuplicatesWithAll() {
    TestRows seed = TestRows.of(TYPES, TestRows.row(100), TestRows.row(37), TestRows.row(37));
    List<List<@Nullable Object>> expected = new ArrayList<>();
    List<List<@Nullable Object>> round = seed.rows();
    while (!round.isEmpty()) {
      expected.addAll(round);
      List<List<@Nullable Object>> next = new ArrayList<>();
      round.forEach(row -> next.addAll(halves(row.getFirst())));
      round = next;
    }
    for (long workBytes : new long[] {TestQuery.AMPLE_BYTES, 0}) {
      try (TestQuery query = new TestQuery(workBytes);
          Operator union = recursion(query, true, seed, RecursiveUnionOperatorTest::halves)) {
        assertThat(TestRows.drain(union, TYPES)).isEqualTo(expected);
      }
    }
  }

  @Test
  void shouldEndWithCyclesWithoutAll() {
    Random random = new Random(1);
    for (int run = 0; run < 20; run++) {
      int nodes = 1 + random.nextInt(40);
      int factor = 1 + random.nextInt(5);
      Function<@Nullable Object, List<List<@Nullable Object>>> edges =
          value ->
              value == null
                  ? List.of(TestRows.row(0))
                  : List.of(
                      TestRows.row(((Integer) value * factor + 1) % nodes),
                      TestRows.row((Object) null));
      TestRows seed = TestRows.of(TYPES, TestRows.row(nodes / 2), TestRows.row(nodes / 2));
      Set<List<@Nullable Object>> expected = new LinkedHashSet<>(seed.rows());
      List<List<@Nullable Object>> pending = new ArrayList<>(expected);
      while (!pending.isEmpty()) {
        for (List<@Nullable Object> next : edges.apply(pending.removeFirst().getFirst())) {
          if (expected.add(next)) {
            pending.add(next);
          }
        }
      }
      try (TestQuery query = new TestQuery(0);
          Operator union = recursion(query, false, seed, edges)) {
        assertThat(TestRows.sorted(TestRows.drain(union, TYPES)))
            .isEqualTo(TestRows.sorted(List.copyOf(expected)));
      }
    }
  }

  @Test
  void shouldFindDuplicatesAmongRowsInTemporaryFiles() {
    int nodes = 20_000;
    Function<@Nullable Object, List<List<@Nullable Object>>> edges =
        value ->
            List.of(
                TestRows.row(((Integer) requireNonNull(value) * 3 + 1) % nodes),
                TestRows.row(((Integer) value + 7_001) % nodes),
                TestRows.row(((Integer) value + 7_001) % nodes));
    TestRows seed = TestRows.of(TYPES, TestRows.row(1), TestRows.row(5), TestRows.row(1));
    for (long workBytes : new long[] {0, 4 << 10, 64 << 10, 256 << 10, TestQuery.AMPLE_BYTES}) {
      try (TestQuery query = new TestQuery(workBytes)) {
        try (Operator union = recursion(query, false, seed, edges)) {
          List<List<@Nullable Object>> rows = TestRows.drain(union, TYPES);
          assertThat(rows).hasSize(nodes).doesNotHaveDuplicates();
        }
        assertThat(query.spilledBytes() > 0).isEqualTo(workBytes != TestQuery.AMPLE_BYTES);
      }
    }
  }

  @Test
  void shouldDeleteItsFilesWhenItIsClosedEarly() {
    Function<@Nullable Object, List<List<@Nullable Object>>> endless =
        value -> List.of(TestRows.row((Integer) requireNonNull(value) + 1));
    TestRows seed = TestRows.of(TYPES, TestRows.row(1), TestRows.row(-1_000_000));
    for (int batches = 0; batches < 30; batches++) {
      try (TestQuery query = new TestQuery(0);
          Operator union = recursion(query, false, seed, endless)) {
        for (int i = 0; i < batches; i++) {
          assertThat(union.next()).isNotNull();
        }
      }
    }
  }

  @Test
  void shouldReturnNothingWithoutSeed() {
    try (TestQuery query = new TestQuery(0);
        Operator union =
            recursion(query, true, TestRows.of(TYPES), _ -> List.of(TestRows.row(1)))) {
      assertThat(union.next()).isNull();
    }
  }

  @Test
  void shouldStopEndlessRecursion() {
    Function<@Nullable Object, List<List<@Nullable Object>>> endless =
        value -> List.of(TestRows.row(value));
    TestRows seed = TestRows.of(TYPES, TestRows.row(1));
    for (int batches = 0; batches < 20; batches++) {
      try (TestQuery query = new TestQuery(0);
          Operator union = recursion(query, true, seed, endless)) {
        for (int i = 0; i < batches; i++) {
          assertThat(union.next()).isNotNull();
        }
        query.cancellation().cancel();
        assertThatThrownBy(union::next)
            .isInstanceOfSatisfying(
                ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
      }
    }
  }
}

package dev.colonnade.sql.execute.modify;

import static dev.colonnade.sql.execute.TestRows.row;
import static dev.colonnade.sql.execute.modify.FakeWrites.INTEGER;
import static dev.colonnade.sql.execute.modify.FakeWrites.TABLE;
import static dev.colonnade.sql.execute.modify.FakeWrites.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.modify.row.NamedRows;
import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ConflictInsertOperatorTest {
  private static final List<VectorType> TYPES = List.of(INTEGER, TEXT, TEXT);

  private static final StatementPart PROBE = part(List.of(INTEGER), 1);

  /** Returns the key, the new value, and what is returned. */
  private static final StatementPart UPDATE = part(TYPES, 3);

  private final TestQuery query = new TestQuery(TestQuery.AMPLE_BYTES);
  private final FakeWrites writes = new FakeWrites();
  private final FakeParts parts = new FakeParts();

  @AfterEach
  void close() {
    query.close();
  }

  private static final ConflictPlan.Query ONE_BY_ONE = new ConflictPlan.Query(PROBE, null);

  private static StatementPart part(List<VectorType> types, int parameterCount) {
    return new StatementPart(
        FakeWrites.plan(types), Collections.nCopies(parameterCount, SqlType.of(TypeKind.INTEGER)));
  }

  /** Returns the variant of a part for many rows, with the number of the row in front. */
  private static ConflictPlan.Batch many(StatementPart one, List<SqlType> types) {
    List<VectorType> returned = new ArrayList<>();
    returned.add(VectorType.of(TypeKind.BIGINT));
    returned.addAll(one.plan().types());
    return new ConflictPlan.Batch(
        one.equals(PROBE) ? "probe" : "update", types, part(returned, 0), 3);
  }

  /** Parts of a statement over a table with the even keys; rows with the value "no" stay. */
  private static final class FakeParts implements PartExecutor {
    private int probeCount;
    private int updateCount;
    private int batchCount;

    @Override
    public List<@Nullable Object> parameters() {
      return List.of();
    }

    @Override
    public @Nullable Object @Nullable [] firstRow(
        StatementPart part, List<@Nullable Object> parameters) {
      Integer key = (Integer) parameters.getFirst();
      if (part.equals(PROBE)) {
        probeCount++;
        return key != null && key % 2 == 0 ? new Object[] {key} : null;
      }
      updateCount++;
      if (key == null || key % 2 != 0) {
        return null;
      }
      Object value = parameters.get(1);
      if ("wrong".equals(value)) {
        throw new ColonnadeException(ErrorCode.DIVISION_BY_ZERO, "wrong");
      }
      return "no".equals(value) ? null : new Object[] {key, value + "!", "updated"};
    }

    @Override
    public void run(
        StatementPart part, String name, NamedRows.Item rows, Consumer<VectorBatch> into) {
      batchCount++;
      List<@Nullable Object[]> found = new ArrayList<>();
      Supplier<@Nullable VectorBatch> reader = rows.reader().get();
      for (VectorBatch batch = reader.get(); batch != null; batch = reader.get()) {
        for (int row = 0; row < batch.rowCount(); row++) {
          List<@Nullable Object> values = new ArrayList<>();
          for (int i = 0; i < batch.width(); i++) {
            values.add(batch.column(i).held(row, rows.types().get(i)));
          }
          @Nullable Object @Nullable [] one =
              firstRow(name.equals("probe") ? PROBE : UPDATE, values.subList(1, values.size()));
          if (one != null) {
            List<@Nullable Object> numbered = new ArrayList<>();
            Collections.addAll(numbered, one);
            numbered.addFirst(values.getFirst());
            found.add(numbered.toArray());
          }
        }
      }
      Vector[] columns = new Vector[part.plan().types().size()];
      for (int i = 0; i < columns.length; i++) {
        int column = i;
        columns[i] =
            VectorBuilder.vectorOf(
                found.stream().map(row -> row[column]).toArray(), part.plan().types().get(i));
      }
      into.accept(new VectorBatch(found.size(), columns));
    }
  }

  private ConflictInsertOperator operator(boolean updates, TestRows rows) {
    return operator(updates, true, rows);
  }

  private ConflictInsertOperator operator(boolean updates, boolean isSelective, TestRows rows) {
    ConflictPlan.Arbiter arbiter =
        new ConflictPlan.Arbiter(
            List.of(TABLE.schema().column("id")),
            List.of(),
            null,
            "t_pkey",
            true,
            new ConflictPlan.Query(PROBE, many(PROBE, List.of(SqlType.of(TypeKind.INTEGER)))));
    ConflictPlan.Update update =
        new ConflictPlan.Update(
            List.of(TABLE.schema().column("v")),
            isSelective,
            new ConflictPlan.Query(
                UPDATE,
                many(
                    UPDATE,
                    List.of(
                        SqlType.of(TypeKind.INTEGER),
                        SqlType.of(TypeKind.TEXT),
                        SqlType.of(TypeKind.TEXT)))));
    ModifyPlan.Insert plan =
        new ModifyPlan.Insert(
            FakeWrites.plan(TYPES),
            TABLE,
            List.of(TABLE.schema().column("id"), TABLE.schema().column("v")),
            List.of(),
            List.of(),
            new ConflictPlan(List.of(arbiter), updates ? update : null));
    return new ConflictInsertOperator(
        query.context(), rows.source(query.context(), 2), plan, writes, parts);
  }

  @Test
  void shouldInsertOrUpdate() {
    TestRows rows =
        TestRows.of(
            TYPES,
            row(1, "a", "inserted"),
            row(2, "b", "inserted"),
            row(4, "no", "inserted"),
            row(5, null, "inserted"));
    try (ConflictInsertOperator operator = operator(true, rows)) {
      assertThat(TestRows.drain(operator, List.of(TEXT)))
          .containsExactly(row("inserted"), row("updated"), row("inserted"));
      assertThat(operator.complete()).isEqualTo(3);
    }
    assertThat(writes.changes)
        .containsExactly("insert [1, a, null]", "update [2] [v]=[b!]", "insert [5, null, null]");
  }

  @Test
  void shouldFindConflictsByTheQueryOfTheUpdate() {
    TestRows rows = TestRows.of(TYPES, row(1, "a", "x"), row(2, "b", "x"), row(5, null, "x"));
    try (ConflictInsertOperator operator = operator(true, false, rows)) {
      assertThat(operator.complete()).isEqualTo(3);
    }
    assertThat(writes.changes)
        .containsExactly("insert [1, a, null]", "update [2] [v]=[b!]", "insert [5, null, null]");
    assertThat(parts.probeCount).isZero();
    assertThat(parts.updateCount).isEqualTo(3);
  }

  @Test
  void shouldFindTheConflictsOfManyRowsTogether() {
    TestRows rows =
        TestRows.of(
            TYPES,
            row(1, "a", "inserted"),
            row(2, "b", "inserted"),
            row(4, "no", "inserted"),
            row(4, "d", "inserted"),
            row(5, null, "inserted"));
    try (ConflictInsertOperator operator = operator(true, rows)) {
      assertThat(TestRows.drain(operator, List.of(TEXT)))
          .containsExactly(row("inserted"), row("updated"), row("updated"), row("inserted"));
    }
    assertThat(writes.changes)
        .containsExactly(
            "insert [1, a, null]",
            "update [2] [v]=[b!]",
            "update [4] [v]=[d!]",
            "insert [5, null, null]");
    assertThat(parts.batchCount).as("one for the key, one for the values").isEqualTo(2);
  }

  /** The error of the row with the value is that of the statement only if no row before has one. */
  @Test
  void shouldReportTheErrorOfTheFirstOfManyRows() {
    for (boolean isRepeated : List.of(true, false)) {
      TestRows rows =
          TestRows.of(
              TYPES,
              row(2, "a", "x"),
              row(isRepeated ? 2 : 3, "b", "x"),
              row(4, "wrong", "x"),
              row(6, "d", "x"));
      try (ConflictInsertOperator operator = operator(true, false, rows)) {
        assertThatExceptionOfType(ColonnadeException.class)
            .isThrownBy(operator::complete)
            .satisfies(
                e ->
                    assertThat(e.code())
                        .isEqualTo(
                            isRepeated ? ErrorCode.ROW_CHANGED_TWICE : ErrorCode.DIVISION_BY_ZERO));
      }
    }
    assertThat(parts.batchCount).isEqualTo(2);
  }

  @Test
  void shouldDoNothingForExistingAndRepeatedKeys() {
    TestRows rows = TestRows.of(TYPES, row(2, "a", "x"), row(3, "b", "y"), row(3, "c", "z"));
    try (ConflictInsertOperator operator = operator(false, rows)) {
      assertThat(TestRows.drain(operator, List.of(TEXT))).containsExactly(row("y"));
    }
    assertThat(writes.changes).containsExactly("insert [3, b, null]");
  }

  @Test
  void shouldRefuseASecondChangeOfARow() {
    for (int key : List.of(2, 3, 4, 5)) {
      TestRows rows = TestRows.of(TYPES, row(key, "a", "x"), row(key, "b", "y"));
      try (ConflictInsertOperator operator = operator(true, key > 3, rows)) {
        assertThatExceptionOfType(ColonnadeException.class)
            .isThrownBy(operator::complete)
            .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.ROW_CHANGED_TWICE));
      }
    }
    assertThat(writes.callCount).isEqualTo(4);
  }

  @Test
  void shouldCompareNullsThatAreNotDistinct() {
    ConflictPlan.Arbiter distinct =
        new ConflictPlan.Arbiter(
            List.of(TABLE.schema().column("v")), List.of(), null, "t_v_key", true, ONE_BY_ONE);
    ConflictPlan.Arbiter equal =
        new ConflictPlan.Arbiter(
            List.of(TABLE.schema().column("v")), List.of(), null, "t_v_key", false, ONE_BY_ONE);
    PartExecutor finds =
        new PartExecutor() {
          @Override
          public List<@Nullable Object> parameters() {
            return List.of();
          }

          @Override
          public @Nullable Object @Nullable [] firstRow(
              StatementPart part, List<@Nullable Object> parameters) {
            return parameters.getFirst() == null ? new Object[0] : null;
          }

          @Override
          public void run(
              StatementPart part, String name, NamedRows.Item rows, Consumer<VectorBatch> into) {
            throw new IllegalStateException("rows are found one by one");
          }
        };
    @Nullable Object[] row = {1, null, null};
    assertThat(new ConflictArbiter(distinct, TABLE.schema(), finds).find(row, 0))
        .isEqualTo(ConflictArbiter.Conflict.NONE);
    ConflictArbiter arbiter = new ConflictArbiter(equal, TABLE.schema(), finds);
    assertThat(arbiter.find(row, 0)).isEqualTo(ConflictArbiter.Conflict.EXISTING);
    arbiter.addInserted(row);
    assertThat(arbiter.find(row, 0)).isEqualTo(ConflictArbiter.Conflict.OWN);
  }

  @Test
  void shouldReportTheErrorOfTheFirstWrongRow() {
    for (boolean isEarlier : List.of(false, true)) {
      ColonnadeException earlier = new ColonnadeException(ErrorCode.UNIQUE_VIOLATION, "earlier");
      writes.writeError = isEarlier ? earlier : null;
      TestRows rows =
          TestRows.of(TYPES, row(1, "a", "x"), row(2, "b", "y"), row(2, "c", "z"), row(3, "d", ""));
      try (ConflictInsertOperator operator = operator(true, rows)) {
        assertThatExceptionOfType(ColonnadeException.class)
            .isThrownBy(operator::complete)
            .satisfies(
                e ->
                    assertThat(e.code())
                        .isEqualTo(
                            isEarlier ? ErrorCode.UNIQUE_VIOLATION : ErrorCode.ROW_CHANGED_TWICE));
      }
    }
    assertThat(writes.changes).containsExactly("insert [1, a, null]", "update [2] [v]=[b!]");
  }

  @Test
  void shouldFindNoConflictWithAKeyThatWasChanged() {
    ConflictArbiter arbiter =
        new ConflictArbiter(
            new ConflictPlan.Arbiter(
                List.of(TABLE.schema().column("id")), List.of(), null, "t_pkey", true, ONE_BY_ONE),
            TABLE.schema(),
            parts);
    @Nullable Object[] two = {2, "a", null};
    @Nullable Object[] four = {4, "a", null};
    arbiter.addChanged(two, List.of(TABLE.schema().column("id")), List.of(4));
    assertThat(arbiter.findOwn(two)).isEqualTo(ConflictArbiter.Conflict.NONE);
    assertThat(arbiter.findOwn(four)).isEqualTo(ConflictArbiter.Conflict.OWN);
    arbiter.addInserted(two);
    assertThat(arbiter.findOwn(two)).isEqualTo(ConflictArbiter.Conflict.OWN);
    @Nullable Object[] six = {6, "a", null};
    arbiter.addChanged(six, List.of(TABLE.schema().column("id")), List.of(6));
    assertThat(arbiter.findOwn(six)).isEqualTo(ConflictArbiter.Conflict.OWN);
  }
}

package dev.colonnade.sql.execute.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.TestQuery;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.junit.jupiter.api.Test;

class AppendOperatorTest {
  private static final List<VectorType> TYPES = List.of(VectorType.of(TypeKind.TEXT));

  @Test
  void shouldReturnRowsOfOneInputAfterTheOther() {
    TestRows first = TestRows.of(TYPES, TestRows.row("a"), TestRows.row("b"));
    TestRows none = TestRows.of(TYPES);
    TestRows last = TestRows.of(TYPES, TestRows.row("a"));
    try (TestQuery query = new TestQuery(0)) {
      TestRows.Source firstSource = first.source(query.context(), 1);
      TestRows.Source lastSource = last.source(query.context(), 1);
      try (Operator append =
          new AppendOperator(
              query.context(),
              List.of(
                  firstSource,
                  none.source(query.context(), 1),
                  lastSource,
                  none.source(query.context(), 1)))) {
        assertThat(append.next()).isNotNull();
        assertThat(lastSource.batchCount()).isZero();
        assertThat(append.next()).isNotNull();
        assertThat(append.next()).isNotNull();
        assertThat(firstSource.isClosed()).isTrue();
        assertThat(append.next()).isNull();
      }
    }
  }

  @Test
  void shouldReturnNothingWithoutInputs() {
    try (TestQuery query = new TestQuery(0);
        Operator append = new AppendOperator(query.context(), List.of())) {
      assertThat(TestRows.drain(append, TYPES)).isEmpty();
    }
  }
}

package dev.colonnade.sql.analyze;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.table.RowExpressions;
import dev.colonnade.sql.registry.Registry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the expressions of tables, evaluated for single rows. */
class RowExpressionsTest {
  @TempDir private Path folder;
  private AnalyzerEnvironment environment;
  private final RowExpressions compiler = new RowExpressions(Registry.ofSystem());

  @BeforeEach
  public void open() {
    environment = new AnalyzerEnvironment(folder);
  }

  @AfterEach
  public void close() {
    environment.close();
  }

  private Table table(String name) {
    return environment.names().table(List.of(name));
  }

  @Test
  void shouldEvaluateChecks() {
    Table table = table("ck");
    List<@Nullable Object[]> rows =
        List.of(
            new @Nullable Object[] {1, 5, 50},
            new @Nullable Object[] {1, -5, 500},
            new @Nullable Object[] {1, null, null});
    List<@Nullable Boolean> results = new ArrayList<>();
    for (CheckConstraint check : table.descriptor().constraints().checks()) {
      for (@Nullable Object[] row : rows) {
        results.add(compiler.of(table, check.expression()).holds(row));
      }
    }
    assertThat(results).containsExactly(true, false, null, true, false, null);
  }

  @Test
  void shouldEvaluateIndexes() {
    Table table = table("pi");
    @Nullable Object[] row = {1, "AbC", true, 7};
    int expressions = 0;
    for (Index index : table.descriptor().constraints().indexes()) {
      for (IndexExpression expression : index.definition().expressions()) {
        assertThat(compiler.valueOf(table, expression).evaluate(row)).isEqualTo("abc");
        expressions++;
      }
      Index.Predicate predicate = index.definition().predicate();
      if (predicate != null) {
        assertThat(compiler.of(table, predicate.expression()).holds(row)).isTrue();
      }
    }
    assertThat(expressions).isEqualTo(2);
  }

  @Test
  void shouldEvaluateDefaults() {
    Table table = table("en");
    assertThat(compiler.defaultOf(table, table.schema().column("n"))).isNotNull();
    assertThat(requireNonNull(compiler.defaultOf(table("t"), table("t").schema().column("n"))))
        .isEqualTo(7);
  }

  @Test
  void shouldRefuseWhatIsNoPredicate() {
    assertThatThrownBy(() -> compiler.of(table("t"), "a + 1"))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("must be type boolean, not type integer");
    assertThatThrownBy(() -> compiler.of(table("t"), "nope > 1"))
        .isInstanceOf(ColonnadeException.class)
        .hasMessage("column \"nope\" does not exist");
    assertThatThrownBy(() -> compiler.of(table("t"), "a = (select 1)"))
        .isInstanceOf(ColonnadeException.class)
        .hasMessage("cannot use subquery in index predicate");
    assertThatThrownBy(() -> compiler.of(table("t"), "sum(a) > 1"))
        .isInstanceOf(ColonnadeException.class)
        .hasMessage("aggregate functions are not allowed in index predicates");
  }
}

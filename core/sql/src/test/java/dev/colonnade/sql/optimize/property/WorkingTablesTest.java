package dev.colonnade.sql.optimize.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet.Recursion;
import dev.colonnade.sql.logical.LogicalSource.Rows;
import dev.colonnade.sql.logical.LogicalSource.WorkingTable;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkingTablesTest {
  private final Variables variables = new Variables();

  private Variable variable() {
    return variables.create(VectorType.of(TypeKind.INTEGER), "n");
  }

  private LogicalPlan seed() {
    return new Rows(
        List.of(List.of(new Literal(VectorType.of(TypeKind.INTEGER), 1))), List.of(variable()));
  }

  private LogicalPlan workingTable(int recursionId) {
    return new WorkingTable(recursionId, "t", List.of(variable()));
  }

  @Test
  void shouldFindTheWorkingTableOfAnEnclosingRecursion() {
    assertThat(WorkingTables.areReadBy(workingTable(7))).isTrue();
    assertThat(WorkingTables.areReadBy(seed())).isFalse();
  }

  @Test
  void shouldFindItInASubqueryOfAnExpression() {
    LogicalPlan plan = new Filter(seed(), List.of(new LogicalSubquery.Exists(workingTable(7))));
    assertThat(WorkingTables.areReadBy(plan)).isTrue();
  }

  @Test
  void shouldNotCountTheWorkingTableOfARecursionInThePlan() {
    LogicalPlan own = new Recursion(7, seed(), workingTable(7), true, List.of(variable()));
    assertThat(WorkingTables.areReadBy(own)).isFalse();
    LogicalPlan other = new Recursion(7, seed(), workingTable(8), true, List.of(variable()));
    assertThat(WorkingTables.areReadBy(other)).isTrue();
  }
}

package dev.colonnade.sql.analyze.bind;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.CursorKeys;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.privilege.StatementPrivileges;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Analyzed statement of data: a query or a change.
 *
 * @param tag first word or words of the command tag: SELECT, INSERT, UPDATE, DELETE, MERGE
 * @param columns of the rows that it returns; empty if it returns none
 * @param parameterTypes of all parameters
 * @param objectIds of the catalog's objects that it depends on
 * @param privileges that its executions need
 * @param cursorKeys behind the columns of the query of a cursor; null for other statements
 */
public record AnalyzedStatement(
    String tag,
    LogicalPlan plan,
    List<ResultColumn> columns,
    List<TypeReference> parameterTypes,
    Set<Integer> objectIds,
    StatementPrivileges privileges,
    @Nullable CursorKeys cursorKeys) {
  public AnalyzedStatement(
      String tag,
      LogicalPlan plan,
      List<ResultColumn> columns,
      List<TypeReference> parameterTypes,
      Set<Integer> objectIds,
      StatementPrivileges privileges,
      @Nullable CursorKeys cursorKeys) {
    this.tag = requireNonNull(tag, "tag is null");
    this.plan = requireNonNull(plan, "plan is null");
    this.privileges = requireNonNull(privileges, "privileges is null");
    this.columns = List.copyOf(columns);
    this.parameterTypes = List.copyOf(parameterTypes);
    this.objectIds = Set.copyOf(objectIds);
    this.cursorKeys = cursorKeys;
  }
}

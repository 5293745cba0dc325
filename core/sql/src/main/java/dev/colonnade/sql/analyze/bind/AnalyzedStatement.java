package dev.colonnade.sql.analyze.bind;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.privilege.StatementPrivileges;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;
import java.util.Set;

/**
 * Analyzed statement of data: a query or a change.
 *
 * @param tag first word or words of the command tag: SELECT, INSERT, UPDATE, DELETE, MERGE
 * @param columns of the rows that it returns; empty if it returns none
 * @param parameterTypes of all parameters
 * @param objectIds of the catalog's objects that it depends on
 * @param privileges that its executions need
 */
public record AnalyzedStatement(
    String tag,
    LogicalPlan plan,
    List<ResultColumn> columns,
    List<TypeReference> parameterTypes,
    Set<Integer> objectIds,
    StatementPrivileges privileges) {
  public AnalyzedStatement {
    requireNonNull(tag, "tag is null");
    requireNonNull(plan, "plan is null");
    requireNonNull(privileges, "privileges is null");
    columns = List.copyOf(columns);
    parameterTypes = List.copyOf(parameterTypes);
    objectIds = Set.copyOf(objectIds);
  }
}

package dev.colonnade.sql.definition.privilege;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.privilege.AclItem;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.catalog.privilege.RowPolicy.Command;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.analyze.Analyzer;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.change.relation.RelationColumns;
import dev.colonnade.sql.analyze.change.row.TableRow;
import dev.colonnade.sql.analyze.policy.PolicyExpression;
import dev.colonnade.sql.definition.lookup.RelationLookup;
import dev.colonnade.sql.definition.lookup.RoleNames;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleKind;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleName;
import dev.colonnade.sql.syntax.print.SqlPrinter;
import dev.colonnade.sql.syntax.query.Expression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CREATE, ALTER and RENAME of policies, and the switches of row-level security. */
public final class PolicyStatements {
  private final Execution execution;
  private final StatementTransaction transaction;
  private final StatementAnalysis analysis;

  public PolicyStatements(Execution execution, StatementAnalysis analysis) {
    this.execution = requireNonNull(execution, "execution is null");
    this.transaction = execution.transaction();
    this.analysis = requireNonNull(analysis, "analysis is null");
  }

  void create(PrivilegeDefinition.CreatePolicy node) {
    Command command = Command.valueOf(node.command());
    requireClauses(command, node.clauses());
    Table table = ownTable(node.table());
    RowSecurity security = security(table);
    if (security.find(node.name()) != null) {
      throw duplicate(node.name(), table);
    }
    int id = security.policies().stream().mapToInt(RowPolicy::id).max().orElse(0) + 1;
    RowPolicy policy =
        new RowPolicy(
            id,
            node.name(),
            command,
            node.isPermissive(),
            roles(node.clauses().roles()),
            text(node.clauses().using(), table),
            text(node.clauses().check(), table));
    List<RowPolicy> all = new ArrayList<>(security.policies());
    all.add(policy);
    change(table, new RowSecurity(security.isEnabled(), security.isForced(), all));
  }

  void alter(PrivilegeDefinition.AlterPolicy node) {
    Table table = ownTable(node.table());
    RowPolicy before = require(node.name(), table);
    PrivilegeDefinition.PolicyClauses clauses = node.clauses();
    requireClauses(before.command(), clauses);
    String using = text(clauses.using(), table);
    String check = text(clauses.check(), table);
    RowPolicy after =
        before.with(using == null ? before.using() : using, check == null ? before.check() : check);
    replace(
        table, before, clauses.roles().isEmpty() ? after : after.withRoles(roles(clauses.roles())));
  }

  /** Renames a policy. */
  public void rename(ObjectName policy, String newName) {
    Table table = ownTable(requireNonNull(policy.table(), "table is null"));
    RowPolicy before = require(policy.name().last(), table);
    if (security(table).find(newName) != null) {
      throw duplicate(newName, table);
    }
    replace(table, before, before.withName(newName));
  }

  /** Changes the switches of row-level security of a table. */
  public void set(Table table, @Nullable Boolean isEnabled, @Nullable Boolean isForced) {
    RowSecurity before = security(table);
    change(
        table,
        new RowSecurity(
            isEnabled == null ? before.isEnabled() : isEnabled,
            isForced == null ? before.isForced() : isForced,
            before.policies()));
  }

  private static void requireClauses(Command command, PrivilegeDefinition.PolicyClauses clauses) {
    if (command == Command.INSERT && clauses.using() != null) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "only WITH CHECK expression allowed for INSERT");
    }
    if ((command == Command.SELECT || command == Command.DELETE) && clauses.check() != null) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "WITH CHECK cannot be applied to SELECT or DELETE");
    }
  }

  private Table ownTable(QualifiedName name) {
    NameScope names = transaction.names();
    Relation relation = RelationLookup.require(names, name);
    PrivilegeChecks.requireOwner(names, relation);
    if (relation instanceof Table table) {
      return table;
    }
    throw new ColonnadeException(
        ErrorCode.WRONG_OBJECT_TYPE, "\"%s\" is not a table".formatted(relation.name()));
  }

  private RowSecurity security(Table table) {
    return transaction.catalog().rowSecurity(table.id());
  }

  private RowPolicy require(String name, Table table) {
    RowPolicy policy = security(table).find(name);
    if (policy == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          "policy \"%s\" for table \"%s\" does not exist".formatted(name, table.name()));
    }
    return policy;
  }

  private static ColonnadeException duplicate(String name, Table table) {
    return new ColonnadeException(
        ErrorCode.DUPLICATE_OBJECT,
        "policy \"%s\" for table \"%s\" already exists".formatted(name, table.name()));
  }

  /** Returns the ids of the roles of a policy: of PUBLIC without a list. */
  private List<Integer> roles(List<RoleName> names) {
    boolean isPublic = names.stream().anyMatch(role -> role.kind() == RoleKind.PUBLIC);
    if (isPublic && names.size() > 1) {
      execution.notices().warn("ignoring specified roles other than PUBLIC");
    }
    return isPublic || names.isEmpty()
        ? List.of(AclItem.PUBLIC)
        : names.stream().map(name -> RoleNames.require(transaction, name).id()).toList();
  }

  private @Nullable String text(@Nullable Expression expression, Table table) {
    if (expression == null) {
      return null;
    }
    TableRow row = TableRow.of(TableRow.scan(table, table.name(), analysis.variables()));
    return new PolicyExpression(Analyzer.context(analysis), table)
        .stored(SqlPrinter.print(expression), RelationColumns.columns(row, analysis));
  }

  private void replace(Table table, RowPolicy before, RowPolicy after) {
    RowSecurity security = security(table);
    List<RowPolicy> all = new ArrayList<>(security.policies());
    all.set(all.indexOf(before), after);
    change(table, new RowSecurity(security.isEnabled(), security.isForced(), all));
  }

  private void change(Table table, RowSecurity security) {
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              edit.changeRowSecurity(table.id(), security);
              return table;
            });
  }
}

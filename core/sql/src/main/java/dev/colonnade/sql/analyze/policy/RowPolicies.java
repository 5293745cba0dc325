package dev.colonnade.sql.analyze.policy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.catalog.privilege.RowPolicy.Command;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.logic.RowCheck;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Policies of one table that apply to a statement, by PostgreSQL's rules: of the permissive
 * policies of a command one has to hold, and all restrictive ones; without a permissive policy no
 * row is visible and none may be written.
 *
 * <p>The predicates are the first ones over the scan of the table, and the optimizer evaluates
 * predicates that it moves there after them. Predicates with subqueries would become joins above
 * the scan; a LIMIT without effect keeps those of the statement above them.
 */
public final class RowPolicies {
  private static final VectorType BOOLEAN = VectorType.of(TypeKind.BOOLEAN);

  private final QueryContext context;
  private final Table table;
  private final List<RowPolicy> policies;
  private final boolean isActive;
  private final ExpressionBuilder builder = new ExpressionBuilder();

  private RowPolicies(
      QueryContext context, Table table, boolean isActive, List<RowPolicy> policies) {
    this.context = context;
    this.table = table;
    this.isActive = isActive;
    this.policies = policies;
  }

  /**
   * Returns the policies of a table.
   *
   * @param context of the query whose role's policies apply
   * @throws dev.colonnade.error.ColonnadeException INSUFFICIENT_PRIVILEGE if they apply and the
   *     setting row_security is off
   */
  public static RowPolicies of(Table table, QueryContext context) {
    requireNonNull(context, "context is null");
    RowSecurity security = context.statement().rowSecurity(table);
    List<RowPolicy> sorted = new ArrayList<>(security.policies());
    sorted.sort(Comparator.comparing(RowPolicy::name));
    return new RowPolicies(context, table, security.isEnabled(), sorted);
  }

  /** Returns whether row-level security applies to the statement. */
  public boolean isActive() {
    return isActive;
  }

  /**
   * Returns the rows of a scan that the policies of all the commands show.
   *
   * @param row columns of the scan
   */
  public LogicalPlan visible(LogicalPlan scan, List<NamedColumn> row, Command... commands) {
    if (!isActive) {
      return scan;
    }
    List<Expression> predicates = new ArrayList<>();
    for (Command command : commands) {
      for (Rule rule : rules(command, RowPolicy::using, row)) {
        if (!predicates.contains(rule.predicate())) {
          predicates.add(rule.predicate());
        }
      }
    }
    LogicalPlan filter = new LogicalOperator.Filter(scan, predicates);
    return predicates.stream().anyMatch(RowPolicies::hasSubquery) ? fenced(filter) : filter;
  }

  private static boolean hasSubquery(Expression expression) {
    return expression instanceof LogicalSubquery
        || expression.operands().stream().anyMatch(RowPolicies::hasSubquery);
  }

  /** Returns a plan below which no predicate is moved. */
  private static LogicalPlan fenced(LogicalPlan plan) {
    return new LogicalOperator.Limit(
        plan, new Literal(VectorType.of(TypeKind.BIGINT), 0L), null, List.of());
  }

  /** Returns the checks of a new row that a command writes. */
  public List<Expression> newRow(Command command, List<NamedColumn> row) {
    return checks(
        rules(command, policy -> policy.check() == null ? policy.using() : policy.check(), row),
        "new row violates row-level security policy%s for table \"%s\"");
  }

  /** Returns the checks of a new row that the statement reads, which has to be visible. */
  public List<Expression> readRow(List<NamedColumn> row) {
    return checks(
        rules(Command.SELECT, RowPolicy::using, row),
        "new row violates row-level security policy%s for table \"%s\"");
  }

  /** Returns the checks of an existing row that ON CONFLICT updates. */
  public List<Expression> conflictingRow(Command command, List<NamedColumn> row) {
    return checks(
        rules(command, RowPolicy::using, row),
        "new row violates row-level security policy%s (USING expression) for table \"%s\"");
  }

  private List<Expression> checks(List<Rule> rules, String message) {
    return rules.stream()
        .<Expression>map(
            rule ->
                new RowCheck(
                    rule.predicate(),
                    ErrorCode.INSUFFICIENT_PRIVILEGE,
                    message.formatted(
                        rule.policy() == null ? "" : " \"" + rule.policy() + "\"", table.name())))
        .toList();
  }

  /**
   * Predicate that has to hold.
   *
   * @param policy name of a restrictive policy; null for the permissive ones together
   */
  private record Rule(Expression predicate, @Nullable String policy) {}

  private List<Rule> rules(
      Command command, Function<RowPolicy, @Nullable String> text, List<NamedColumn> row) {
    if (!isActive) {
      return List.of();
    }
    List<Supplier<Expression>> permissive = new ArrayList<>();
    List<Rule> all = new ArrayList<>();
    for (RowPolicy policy : policies) {
      String expression = text.apply(policy);
      boolean isOfCommand = policy.command() == Command.ALL || policy.command() == command;
      if (!isOfCommand || expression == null) {
        continue;
      }
      Expression predicate =
          new PolicyExpression(context, table).predicate(expression, withoutOrigins(row));
      if (policy.isPermissive()) {
        permissive.add(() -> predicate);
      } else {
        all.add(new Rule(predicate, policy.name()));
      }
    }
    if (permissive.isEmpty()) {
      return List.of(new Rule(new Literal(BOOLEAN, false), null));
    }
    all.addFirst(new Rule(builder.logic(false, permissive), null));
    return all;
  }

  /** Returns columns whose use in a policy needs no privilege of the user. */
  private static List<NamedColumn> withoutOrigins(List<NamedColumn> row) {
    return row.stream()
        .map(column -> new NamedColumn(column.name(), column.value(), Origin.NONE))
        .toList();
  }
}

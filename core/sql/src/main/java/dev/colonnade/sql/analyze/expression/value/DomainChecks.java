package dev.colonnade.sql.analyze.expression.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorObject;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.DomainCheck;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.type.DomainType;
import java.util.ArrayList;
import java.util.List;

/** Checks that values satisfy the constraints of a domain, and of those on which it is. */
final class DomainChecks {
  private final ExpressionState state;

  DomainChecks(ExpressionState state) {
    this.state = requireNonNull(state, "state is null");
  }

  /** Returns a value of the type under a domain as one of the domain. */
  Expression checked(Expression value, Type domain) {
    boolean isRequired = false;
    List<DomainCheck.Check> checks = new ArrayList<>();
    for (Type type = domain; type != null; type = type.base()) {
      DomainType found = CatalogTypes.domainOf(state.statement().names(), type);
      if (found != null) {
        state.statement().use(found.id());
        isRequired |= !found.nullable();
        checks.addAll(0, state.domains().of(found, value.type()));
      }
    }
    return isRequired || !checks.isEmpty()
        ? new DomainCheck(
            value,
            domain.sqlName(),
            new ErrorObject(0, domain.schema(), domain.name()),
            isRequired,
            checks)
        : value;
  }

  /** Returns whether values of a type contain values of a domain. */
  boolean contains(Type type) {
    Type element = state.registry().types().elementOf(Types.baseOf(type));
    return type.isDomain() || (element != null && contains(element));
  }
}

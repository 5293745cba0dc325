package dev.colonnade.sql.frontend.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogLookups;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.analyze.bind.LiteralParameters;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Statement to be planned.
 *
 * @param declared types of the first parameters; null where the client has declared none
 * @param literals parameters that stand for literals of the text
 * @param internalColumns positions from 0 of columns of the result whose values have their internal
 *     representation where clients usually see texts: rows, and references to objects
 * @param lookups receives what the plan depends on
 * @param transaction whose catalog the statement sees
 * @param names of that catalog, with the rights of the statement
 * @param fixesClock whether literals such as 'now' have the values of the planning transaction
 */
public record PlanRequest(
    DataStatement statement,
    List<@Nullable SqlType> declared,
    LiteralParameters literals,
    StatementTransaction transaction,
    NameScope names,
    PlannerSettings settings,
    Set<Integer> internalColumns,
    CatalogLookups lookups,
    boolean fixesClock) {
  public PlanRequest {
    requireNonNull(statement, "statement is null");
    declared = Collections.unmodifiableList(new ArrayList<>(declared));
    requireNonNull(literals, "literals is null");
    requireNonNull(transaction, "transaction is null");
    requireNonNull(names, "names is null");
    requireNonNull(settings, "settings is null");
    internalColumns = Set.copyOf(internalColumns);
    requireNonNull(lookups, "lookups is null");
  }
}

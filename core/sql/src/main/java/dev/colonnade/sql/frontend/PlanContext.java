package dev.colonnade.sql.frontend;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Context in which a statement is planned.
 *
 * @param types of the first parameters; null where the client has declared none
 * @param transaction whose catalog the statement sees
 * @param settings of the session that decide plans
 * @param internalColumns positions from 0 of columns of the result whose values have their internal
 *     representation where clients usually see texts
 * @param isOfSystem whether the statement runs with the rights of the system instead of the user's
 */
public record PlanContext(
    List<@Nullable SqlType> types,
    StatementTransaction transaction,
    PlannerSettings settings,
    Set<Integer> internalColumns,
    boolean isOfSystem) {
  public PlanContext {
    types = Collections.unmodifiableList(new ArrayList<>(types));
    requireNonNull(transaction, "transaction is null");
    requireNonNull(settings, "settings is null");
    internalColumns = Set.copyOf(internalColumns);
  }

  /** Creates a context in which clients see the texts of rows and references. */
  public PlanContext(
      List<@Nullable SqlType> types, StatementTransaction transaction, PlannerSettings settings) {
    this(types, transaction, settings, Set.of(), false);
  }

  /**
   * Returns the context of a statement that a definition or a command runs itself, with the rights
   * of the system.
   */
  public static PlanContext ofSystem(StatementTransaction transaction, PlannerSettings settings) {
    return new PlanContext(List.of(), transaction, settings, Set.of(), true);
  }

  /** Returns the session in which literals are read. */
  InputContext input() {
    return new InputContext(settings.input(), transaction.startMicros());
  }

  /** Returns the names that the statement sees. */
  NameScope names() {
    return isOfSystem ? transaction.names().ofSystem() : transaction.names();
  }

  /**
   * Key of a plan. It has the user, whose rights decide which schemas and rows are seen, and the
   * version of the statistics, so that plans of older versions need no invalidation; whether the
   * catalog is the same is checked with {@link CachedPlan}.
   */
  record Key(
      String text,
      List<@Nullable SqlType> types,
      int databaseId,
      List<Integer> path,
      String user,
      boolean isSuperuser,
      long statisticsVersion,
      PlannerSettings settings,
      Set<Integer> internalColumns) {}

  /** Returns the key of the plan of a text in this context. */
  Key key(String text) {
    NameScope names = names();
    return new Key(
        text,
        types,
        names.database().id(),
        names.pathIds(),
        names.user(),
        names.privileges().isSuperuser(),
        transaction.tables().statisticsVersion(),
        settings,
        internalColumns);
  }
}

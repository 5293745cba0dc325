package dev.colonnade.sql.frontend;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.frontend.explain.ExplainPlan;
import dev.colonnade.sql.frontend.plan.PlanRequest;
import dev.colonnade.sql.frontend.plan.StatementPlanner;
import dev.colonnade.sql.frontend.statement.DataStatements;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Front end of statements of data. Thread-safe. */
public final class FrontEnd {
  private final StatementPlanner planner = new StatementPlanner(Registry.ofSystem());

  /** Returns the statements of a text. */
  public List<StatementText> parse(String text) {
    return StatementText.parse(text);
  }

  /** Returns whether a statement is planned here. */
  public boolean plans(StatementText text) {
    return text.data() != null;
  }

  /**
   * Returns the plan of a statement for the catalog that a transaction sees.
   *
   * @param types types of the first parameters; null where the client has declared none
   */
  public PreparedStatement plan(
      StatementText text,
      List<@Nullable SqlType> types,
      StatementTransaction transaction,
      PlannerSettings settings) {
    DataStatement data = requireNonNull(text.data(), "no statement of data");
    PlanRequest request =
        new PlanRequest(data, types, Integer.MAX_VALUE, transaction, settings);
    List<Option> options = text.explainOptions();
    try {
      return options == null
          ? DataStatements.of(planner.plan(request))
          : ExplainPlan.of(options, () -> planner.plan(request));
    } catch (ColonnadeException e) {
      throw text.error(e);
    }
  }
}

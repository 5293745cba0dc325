package dev.colonnade.sql.analyze.scope;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.NameResolver;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names that the expressions of one query see, and those of the queries around it. */
public final class Scope implements NameResolver {
  private final StatementAnalysis statement;
  private final @Nullable Scope outer;
  private final List<NamespaceItem> items = new ArrayList<>();
  private boolean isLateralActive;

  /**
   * Creates the scope of a query without relations.
   *
   * @param outer scope of the query around it; null for none
   */
  public Scope(StatementAnalysis statement, @Nullable Scope outer) {
    this.statement = requireNonNull(statement, "statement is null");
    this.outer = outer;
  }

  /** Returns the relations that are visible. */
  public List<NamespaceItem> items() {
    return List.copyOf(items);
  }

  /** Replaces the relations that are visible. */
  public void setItems(List<NamespaceItem> others) {
    items.clear();
    items.addAll(others);
  }

  /** Adds a relation that all names find. */
  public void add(ScopeRelation relation) {
    items.add(NamespaceItem.visible(relation));
  }

  /** Sets whether a LATERAL item of FROM is being analyzed, and returns what was set. */
  public boolean setLateralActive(boolean active) {
    boolean before = isLateralActive;
    isLateralActive = active;
    return before;
  }

  @Override
  public TypedExpression resolve(Reference.Column column) {
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, "column " + column + " of " + statement + outer);
  }

  @Override
  public List<NamedColumn> star(Reference.Star star) {
    throw new ColonnadeException(ErrorCode.UNSUPPORTED, "star " + star);
  }
}

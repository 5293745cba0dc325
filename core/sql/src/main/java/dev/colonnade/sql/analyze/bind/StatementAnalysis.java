package dev.colonnade.sql.analyze.bind;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.registry.Registry;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** State of the analysis of one statement. One thread. */
public final class StatementAnalysis {
  private final Registry registry;
  private final NameScope names;
  private final ParameterTypes parameters;
  private final Counters counters;
  private final @Nullable NameUses uses;

  /** Numbers and dependencies that all parts of a statement share. */
  private static final class Counters {
    private final Set<Integer> objectIds = new HashSet<>();
    private final Variables variables = new Variables();
    private boolean hasFailedConstant;
  }

  /**
   * Creates the state of a statement.
   *
   * @param registry with the types of the catalog
   * @param names resolution of relations and types by the search path
   */
  public StatementAnalysis(Registry registry, NameScope names, ParameterTypes parameters) {
    this(registry, names, parameters, new Counters(), null);
  }

  private StatementAnalysis(
      Registry registry,
      NameScope names,
      ParameterTypes parameters,
      Counters counters,
      @Nullable NameUses uses) {
    this.registry = requireNonNull(registry, "registry is null");
    this.names = requireNonNull(names, "names is null");
    this.parameters = requireNonNull(parameters, "parameters is null");
    this.counters = counters;
    this.uses = uses;
  }

  /** Returns the state of a part whose names another search path resolves: the query of a view. */
  public StatementAnalysis within(NameScope others) {
    return new StatementAnalysis(registry, others, parameters, counters, null);
  }

  /** Returns the state of a part that is stored, which has no parameters. */
  public StatementAnalysis withoutParameters() {
    return new StatementAnalysis(registry, names, ParameterTypes.none(), counters, uses);
  }

  /** Returns the state of a statement whose own text, without that of its views, is recorded. */
  public StatementAnalysis recording(NameUses recorder) {
    return new StatementAnalysis(registry, names, parameters, counters, recorder);
  }

  /** Returns the recorder of the names in the text; null if nothing is recorded. */
  public @Nullable NameUses uses() {
    return uses;
  }

  public Registry registry() {
    return registry;
  }

  public NameScope names() {
    return names;
  }

  public ParameterTypes parameters() {
    return parameters;
  }

  /** Returns the allocator of variables. */
  public Variables variables() {
    return counters.variables;
  }

  /** Records that the evaluation of a constant has failed. */
  public void addFailedConstant() {
    counters.hasFailedConstant = true;
  }

  /** Returns whether the evaluation of a constant has failed. */
  public boolean hasFailedConstant() {
    return counters.hasFailedConstant;
  }

  /** Records that the statement depends on an object of the catalog. */
  public void use(int objectId) {
    counters.objectIds.add(objectId);
    if (uses != null) {
      uses.addObject(objectId);
    }
  }

  /** Returns the ids of the objects that the statement depends on. */
  public Set<Integer> objectIds() {
    return Set.copyOf(counters.objectIds);
  }
}

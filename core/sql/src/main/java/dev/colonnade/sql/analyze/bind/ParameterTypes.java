package dev.colonnade.sql.analyze.bind;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.type.TypeReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Types of the parameters of a statement: declared ones, and those that its expressions decide. One
 * thread.
 */
public final class ParameterTypes {
  /** Largest number of a parameter: PostgreSQL's protocol counts them in 16 bits. */
  public static final int COUNT_MAX = 65_535;

  private final List<@Nullable TypeReference> types = new ArrayList<>();
  private final LiteralParameters literals;
  private final int countMax;

  /**
   * Creates the types of a statement's parameters.
   *
   * @param declared types of the first parameters; null where the client has declared none
   * @param literals parameters that have the type {@code text} where nothing decides it
   */
  public ParameterTypes(List<@Nullable TypeReference> declared, LiteralParameters literals) {
    this(declared, literals, COUNT_MAX);
  }

  private ParameterTypes(
      List<@Nullable TypeReference> declared, LiteralParameters literals, int countMax) {
    types.addAll(declared);
    this.literals = requireNonNull(literals, "literals is null");
    this.countMax = countMax;
  }

  /** Returns the types of a text that is stored, which has no parameters. */
  public static ParameterTypes none() {
    return new ParameterTypes(List.of(), LiteralParameters.ALL, 0);
  }

  /** Returns the largest number of a parameter that the statement may have. */
  public int countMax() {
    return countMax;
  }

  /** Returns the type of a parameter; null if nothing has decided it. */
  public @Nullable TypeReference find(int index) {
    return index < types.size() ? types.get(index) : null;
  }

  /** Records that a parameter exists. */
  public void use(int index) {
    while (types.size() <= index) {
      types.add(null);
    }
  }

  /** Decides the type of a parameter. */
  public void decide(int index, TypeReference type) {
    use(index);
    types.set(index, type);
  }

  /** Returns whether a parameter stands for a literal of the statement's text. */
  public boolean isLiteral(int index) {
    return index >= literals.first();
  }

  /** Returns a value of a parameter that estimates use; null if none is known. */
  public @Nullable Object sample(int index) {
    return literals.sample(index);
  }

  /** Returns all types, in the order of the parameters; null where nothing has decided one. */
  public List<@Nullable TypeReference> all() {
    return new ArrayList<>(types);
  }
}

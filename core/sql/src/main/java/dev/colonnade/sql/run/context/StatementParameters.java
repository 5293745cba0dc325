package dev.colonnade.sql.run.context;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of one execution of a statement, as the client gave them. Each part of the statement
 * converts them to the types that it has found for them.
 */
public final class StatementParameters {
  private final List<@Nullable Object> values;
  private final ToLongBiFunction<TypeKind, String> references;
  private final Supplier<InputContext> session;

  /** Context of the session once a text has needed it. */
  private @Nullable InputContext input;

  /**
   * Creates the parameters.
   *
   * @param references returns the OID of an object of the catalog for its name
   * @param session returns the properties of the session for the texts of dates and times
   */
  public StatementParameters(
      List<@Nullable Object> values,
      ToLongBiFunction<TypeKind, String> references,
      Supplier<InputContext> session) {
    this.values =
        values.isEmpty() ? List.of() : Collections.unmodifiableList(new ArrayList<>(values));
    this.references = requireNonNull(references, "references is null");
    this.session = requireNonNull(session, "session is null");
  }

  public List<@Nullable Object> values() {
    return values;
  }

  /** Returns other values as parameters of the statement. */
  StatementParameters with(List<@Nullable Object> others) {
    return new StatementParameters(others, references, this::input);
  }

  /** Returns the first parameters for a part of the statement. */
  public QueryParameters of(List<SqlType> types) {
    return of(types, values.size() <= types.size() ? values : values.subList(0, types.size()));
  }

  /** Returns other values as parameters of a part of the statement. */
  public QueryParameters of(List<SqlType> types, List<@Nullable Object> others) {
    return QueryParameters.of(
        types, hasReferences(types) ? resolved(types, others) : others, this::input);
  }

  private InputContext input() {
    InputContext known = input;
    if (known == null) {
      known = session.get();
      input = known;
    }
    return known;
  }

  private static boolean hasReferences(List<SqlType> types) {
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).kind().isNamedReference()) {
        return true;
      }
    }
    return false;
  }

  private List<@Nullable Object> resolved(List<SqlType> types, List<@Nullable Object> others) {
    List<@Nullable Object> resolved = new ArrayList<>(others);
    for (int i = 0; i < Math.min(resolved.size(), types.size()); i++) {
      resolved.set(i, resolved(types.get(i), resolved.get(i)));
    }
    return resolved;
  }

  private @Nullable Object resolved(SqlType type, @Nullable Object value) {
    return type.kind().isNamedReference() && value instanceof String name && !isNumber(name)
        ? (Object) references.applyAsLong(type.kind(), name)
        : value;
  }

  private static boolean isNumber(String name) {
    return !name.isEmpty() && name.chars().allMatch(Character::isDigit);
  }

  /** Returns a value in its internal representation. */
  public @Nullable Object internal(SqlType type, @Nullable Object value) {
    return ValueConverter.fromJava(
        type, resolved(type, value), value instanceof String ? input() : InputContext.DEFAULT);
  }

  /** Returns the parameters of an execution whose parameters are columns. */
  public QueryParameters none() {
    return QueryParameters.none();
  }
}

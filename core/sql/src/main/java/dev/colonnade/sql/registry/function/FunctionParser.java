package dev.colonnade.sql.registry.function;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.implementation.ImplementationParser;
import dev.colonnade.sql.registry.type.BaseTypes;
import dev.colonnade.sql.registry.type.Type;
import java.util.ArrayList;
import java.util.List;

/** Parser of the lines of functions: {@code oid name(parameters) result flags = implementation}. */
final class FunctionParser {
  private static final String IMPLEMENTATION = " = ";
  private static final String DEFAULT = " = ";
  private static final String SET = "setof ";

  private final BaseTypes types;
  private final ImplementationParser implementations;

  FunctionParser(BaseTypes types) {
    this.types = requireNonNull(types, "types is null");
    this.implementations = new ImplementationParser(types);
  }

  /** Returns the name in a line. */
  static String nameIn(String line) {
    return line.substring(line.indexOf(' ') + 1, line.indexOf('('));
  }

  /** Returns the function of a line. */
  FunctionEntry parse(String line) {
    int close = line.indexOf(") ");
    String name = nameIn(line);
    List<Parameter> parameters = parameters(line.substring(line.indexOf('(') + 1, close));
    String rest = line.substring(close + 2);
    int at = rest.indexOf(IMPLEMENTATION);
    String declaration = at < 0 ? rest : rest.substring(0, at);
    boolean isSet = declaration.startsWith(SET);
    String[] fields = (isSet ? declaration.substring(SET.length()) : declaration).split(" ", -1);
    FunctionEntry.Behavior behavior = behavior(fields);
    Type result = types.named(fields[0]);
    // PostgreSQL does not fold functions that return sets.
    Volatility volatility =
        isSet && behavior.volatility() == Volatility.IMMUTABLE
            ? Volatility.STABLE
            : behavior.volatility();
    String implementation = at < 0 ? "" : rest.substring(at + IMPLEMENTATION.length());
    return new FunctionEntry(
        Integer.parseInt(line.substring(0, line.indexOf(' '))),
        name,
        parameters,
        new FunctionEntry.Result(result, isSet),
        behavior,
        implementation(implementation, name, parameters, behavior, volatility));
  }

  private static FunctionEntry.Behavior behavior(String[] fields) {
    boolean isFunction = fields.length < 3;
    return new FunctionEntry.Behavior(
        isFunction ? FunctionKind.FUNCTION : FunctionKind.of(fields[2].charAt(0)),
        switch (fields[1].charAt(0)) {
          case 'i' -> Volatility.IMMUTABLE;
          case 's' -> Volatility.STABLE;
          default -> Volatility.VOLATILE;
        },
        fields[1].charAt(1) == 's',
        isFunction ? 0 : fields[2].charAt(1) - '0');
  }

  private Implementation implementation(
      String text,
      String name,
      List<Parameter> parameters,
      FunctionEntry.Behavior behavior,
      Volatility volatility) {
    if (text.isEmpty()) {
      return new Implementation.Absent();
    }
    if (behavior.kind().isAggregate()) {
      return new Implementation.Aggregate(text);
    }
    if (behavior.kind() == FunctionKind.WINDOW) {
      return new Implementation.Window(text);
    }
    int count = (int) parameters.stream().filter(input -> input.mode().isInput()).count();
    return implementations.parse(text, name, count, volatility);
  }

  private List<Parameter> parameters(String text) {
    List<Parameter> found = new ArrayList<>();
    if (!text.isEmpty()) {
      for (String parameter : text.split(", ", -1)) {
        found.add(parameter(parameter));
      }
    }
    return found;
  }

  private Parameter parameter(String text) {
    int at = text.indexOf(DEFAULT);
    String defaultText = at < 0 ? null : text.substring(at + DEFAULT.length());
    String declaration = at < 0 ? text : text.substring(0, at);
    Parameter.Mode mode = Parameter.Mode.IN;
    for (Parameter.Mode other : Parameter.Mode.values()) {
      String word = other.name().toLowerCase(java.util.Locale.ROOT) + " ";
      if (other != Parameter.Mode.IN && declaration.startsWith(word)) {
        mode = other;
        declaration = declaration.substring(word.length());
      }
    }
    int space = declaration.indexOf(' ');
    String name = space < 0 ? "" : declaration.substring(0, space);
    Type type = types.named(declaration.substring(space + 1));
    return new Parameter(mode, name, type, defaultText);
  }
}

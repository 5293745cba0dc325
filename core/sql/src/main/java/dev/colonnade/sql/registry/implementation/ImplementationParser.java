package dev.colonnade.sql.registry.implementation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.registry.type.BaseTypes;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * Parser of implementations as the registry's resources write them: {@code compare <}, {@code
 * same}, or a method, as {@code TextFunctions.concat(anytext)!}, with the forms of its arguments if
 * these are not plain values, and {@code !} if it is called with NULLs.
 */
public final class ImplementationParser {
  private static final String NEGATION = "not ";
  private static final String COMPARISON = "compare ";
  private static final String ENUM_LABELS = "enum labels ";
  private static final String SEQUENCE = "sequence ";

  private final BaseTypes types;

  public ImplementationParser(BaseTypes types) {
    this.types = requireNonNull(types, "types is null");
  }

  /**
   * Returns the implementation of a function or an operator.
   *
   * @param name of the function or operator in SQL
   * @param volatility that is declared
   */
  public Implementation parse(String text, String name, int argumentCount, Volatility volatility) {
    if (text.startsWith(NEGATION)) {
      String rest = text.substring(NEGATION.length());
      return new Implementation.Negation(parse(rest, name, argumentCount, volatility));
    }
    if (text.startsWith(COMPARISON)) {
      return new Implementation.Comparison(text.substring(COMPARISON.length()));
    }
    if (text.startsWith(ENUM_LABELS)) {
      return new Implementation.EnumLabels(text.substring(ENUM_LABELS.length()));
    }
    if (text.startsWith(SEQUENCE)) {
      return new Implementation.Sequence(text.substring(SEQUENCE.length()));
    }
    return switch (text) {
      case "same" -> new Implementation.Same();
      case "cast" -> new Implementation.Cast();
      case "fit" -> new Implementation.Fit();
      case "json record" -> new Implementation.JsonRecord(name);
      default -> method(text, name, argumentCount, volatility);
    };
  }

  private Implementation method(
      String text, String name, int argumentCount, Volatility volatility) {
    boolean isStrict = !text.endsWith("!");
    String body = isStrict ? text : text.substring(0, text.length() - 1);
    int open = body.indexOf('(');
    List<ArgumentForm> forms = new ArrayList<>();
    if (open >= 0) {
      for (String form : body.substring(open + 1, body.length() - 1).split(", ", -1)) {
        forms.add(form(form));
      }
    }
    Method method = MethodOwners.find(open < 0 ? body : body.substring(0, open), argumentCount);
    boolean isEffective =
        volatility == Volatility.VOLATILE && ScalarFunction.serviceOf(method) != null;
    ScalarFunction function = ScalarFunction.of(name, method, isStrict, isEffective);
    return new Implementation.Method(
        volatility == Volatility.STABLE ? function.unfolded() : function,
        forms,
        MethodOwners.parameterCount(method));
  }

  private ArgumentForm form(String text) {
    return switch (text) {
      case "anytext" -> new ArgumentForm.Text();
      case "anytextarray" -> new ArgumentForm.TextElements();
      case "anyjson" -> new ArgumentForm.Json();
      case "anytypename" -> new ArgumentForm.TypeName();
      case "any", "anyarray", "anyelement" -> new ArgumentForm.Value();
      default -> new ArgumentForm.Cast(types.named(text));
    };
  }
}

package dev.colonnade.sql.function.call;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.ScalarFunction;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Signature of one overload of a function.
 *
 * @param isVariadic whether the last parameter accepts one or more arguments
 * @param isNullable whether the result can be NULL although no argument is
 */
record FunctionSignature(
    String name,
    List<ParameterType> parameters,
    boolean isVariadic,
    ParameterType result,
    boolean isNullable,
    RuntimeFunction function) {
  private static final Pattern FORM =
      Pattern.compile("(.+?)\\((variadic )?([^)]*)\\) ([a-z0-9\\[\\]]+)([?!~]*)(?: = (\\w+))?");

  FunctionSignature {
    parameters = List.copyOf(parameters);
  }

  /** Parses a signature whose function is a method of {@code owner}. */
  static FunctionSignature parse(Class<?> owner, String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a signature: " + text);
    }
    List<ParameterType> parameters = new ArrayList<>();
    if (!matcher.group(3).isEmpty()) {
      for (String name : matcher.group(3).split(", ?", -1)) {
        parameters.add(ParameterType.named(name));
      }
    }
    boolean isVariadic = matcher.group(2) != null;
    String flags = matcher.group(5);
    boolean isStrict = !flags.contains("!");
    String methodName = matcher.group(6) == null ? camelCase(matcher.group(1)) : matcher.group(6);
    Method method = method(owner, methodName, parameters.size(), isVariadic);
    return new FunctionSignature(
        matcher.group(1),
        parameters,
        isVariadic,
        ParameterType.named(matcher.group(4)),
        !isStrict || flags.contains("?"),
        RuntimeFunction.of(matcher.group(1), method, isStrict, flags.contains("~")));
  }

  private static String camelCase(String name) {
    return Pattern.compile("_([a-z0-9])")
        .matcher(name)
        .replaceAll(found -> found.group(1).toUpperCase(java.util.Locale.ROOT));
  }

  private static Method method(
      Class<?> owner, String name, int parameterCount, boolean isVariadic) {
    for (Method method : owner.getMethods()) {
      boolean hasService = ScalarFunction.serviceOf(method) != null;
      int argumentCount = method.getParameterCount() - (hasService ? 1 : 0);
      if (method.getName().equals(name)
          && method.isVarArgs() == isVariadic
          && argumentCount == parameterCount) {
        return method;
      }
    }
    throw new IllegalArgumentException("no such method: class=" + owner + " name=" + name);
  }

  /** Returns whether the signature accepts a number of arguments. */
  boolean accepts(int argumentCount) {
    return isVariadic ? argumentCount >= parameters.size() : argumentCount == parameters.size();
  }

  /** Returns the declared type of an argument, by its position from 0. */
  ParameterType parameter(int index) {
    return parameters.get(Math.min(index, parameters.size() - 1));
  }
}

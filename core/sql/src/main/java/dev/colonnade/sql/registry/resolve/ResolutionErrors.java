package dev.colonnade.sql.registry.resolve;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.registry.type.Type;
import java.util.ArrayList;
import java.util.List;

/** Errors of resolution, with PostgreSQL's texts. */
final class ResolutionErrors {
  private static final String CAST_HINT = " You might need to add explicit type casts.";

  private ResolutionErrors() {}

  static ColonnadeException noFunction(String name, CallArguments arguments) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_FUNCTION,
        "function " + signature(name, arguments) + " does not exist",
        ErrorFields.NONE.withHint(
            "No function matches the given name and argument types." + CAST_HINT));
  }

  static ColonnadeException ambiguousFunction(String name, CallArguments arguments) {
    return new ColonnadeException(
        ErrorCode.AMBIGUOUS_FUNCTION,
        "function " + signature(name, arguments) + " is not unique",
        ErrorFields.NONE.withHint("Could not choose a best candidate function." + CAST_HINT));
  }

  private static String signature(String name, CallArguments arguments) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < arguments.types().size(); i++) {
      String argument = arguments.name(i);
      texts.add((argument == null ? "" : argument + " => ") + arguments.types().get(i));
    }
    return name + "(" + String.join(", ", texts) + ")";
  }

  static ColonnadeException noOperator(String name, List<Type> operands) {
    String hint =
        operands.size() == 1
            ? "No operator matches the given name and argument type."
                + " You might need to add an explicit type cast."
            : "No operator matches the given name and argument types." + CAST_HINT;
    return new ColonnadeException(
        ErrorCode.UNKNOWN_FUNCTION,
        "operator does not exist: " + operation(name, operands),
        ErrorFields.NONE.withHint(hint));
  }

  static ColonnadeException ambiguousOperator(String name, List<Type> operands) {
    return new ColonnadeException(
        ErrorCode.AMBIGUOUS_FUNCTION,
        "operator is not unique: " + operation(name, operands),
        ErrorFields.NONE.withHint("Could not choose a best candidate operator." + CAST_HINT));
  }

  private static String operation(String name, List<Type> operands) {
    return operands.size() == 1
        ? name + " " + operands.getFirst()
        : operands.getFirst() + " " + name + " " + operands.getLast();
  }

  static ColonnadeException mismatch(String message) {
    return new ColonnadeException(ErrorCode.TYPE_MISMATCH, message);
  }

  static ColonnadeException mismatch(String message, Type one, Type other) {
    return new ColonnadeException(
        ErrorCode.TYPE_MISMATCH, message, ErrorFields.NONE.withDetail(one + " versus " + other));
  }

  static ColonnadeException noArrayType(Type element) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT, "could not find array type for data type " + element);
  }
}

package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.block.BlockSession.BlockExpression;
import dev.colonnade.sql.block.BlockSession.BlockQuery;
import dev.colonnade.sql.block.BlockSession.BlockRows;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Assignment casts of a block: convert values by a cast that assignments allow, or else through
 * their text. One thread.
 */
final class AssignmentCasts {
  private static final VariableType TEXT = VariableType.of(SqlType.of(TypeKind.TEXT), "text");

  private final BlockSession session;
  private final Map<Cast, BlockQuery> casts = new HashMap<>();

  private record Cast(@Nullable SqlType from, String to) {}

  AssignmentCasts(BlockSession session) {
    this.session = session;
  }

  /** Returns the value converted to another type. */
  @Nullable Object to(VariableType type, TypedValue value) {
    Object plain = value.value();
    if (plain == null) {
      return type.isUser() ? cast(null, type.name(), null) : null;
    }
    if (type.type().kind() == TypeKind.TEXT || type.length() != SqlType.NONE) {
      String text = Objects.requireNonNullElse(text(value), "");
      if (type.isNamed() && !type.name().equals(value.typeName())) {
        return label(text, type.name());
      }
      if (type.type().kind() == TypeKind.CHAR) {
        return fitted(text, type).stripTrailing();
      }
      return type.length() == SqlType.NONE ? text : fitted(text, type);
    }
    SqlType from = value.type();
    boolean isSame =
        from.kind() == type.type().kind() && Objects.equals(from.element(), type.type().element());
    if (isSame && !type.isLimited() && !type.isUser()) {
      return plain;
    }
    // Casts between BOOLEAN and numbers exist, but not as assignment casts.
    boolean byText = !isSame && (isTruth(from) || isTruth(type.type()));
    if (!byText) {
      try {
        return cast(value.parameterType(), type.name(), plain);
      } catch (ColonnadeException e) {
        if (e.code() != ErrorCode.CANNOT_COERCE) {
          throw e;
        }
      }
    }
    return cast(TEXT.type(), type.name(), Objects.requireNonNullElse(text(value), ""));
  }

  /** Returns the label of an enum; only a literal is checked to be one of the labels. */
  private @Nullable Object label(String text, String type) {
    String literal = text.replace("'", "''");
    try {
      BlockQuery query =
          session.prepare("SELECT CAST('%s' AS %s)".formatted(literal, type), List.of());
      return onlyValue(query, List.of());
    } catch (ColonnadeException e) {
      throw e.with(e.fields().withPosition(0));
    }
  }

  private static boolean isTruth(SqlType type) {
    return type.kind() == TypeKind.BOOLEAN;
  }

  private static String fitted(String text, VariableType type) {
    int length = text.codePointCount(0, text.length());
    if (length <= type.length()) {
      return text;
    }
    int end = text.offsetByCodePoints(0, type.length());
    if (text.substring(end).isBlank()) {
      return text.substring(0, end);
    }
    throw new ColonnadeException(
        ErrorCode.STRING_TOO_LONG, "value too long for type " + type.shown());
  }

  /** Returns a value in its text format. */
  @Nullable String text(TypedValue value) {
    return switch (value.value()) {
      case null -> null;
      case String text when value.type().kind() == TypeKind.CHAR ->
          text + " ".repeat(Math.max(0, value.type().precision() - text.length()));
      case String text -> text;
      case Boolean truth -> truth ? "t" : "f";
      case Integer number when value.type().kind() == TypeKind.INTEGER -> number.toString();
      case Long number when value.type().kind() == TypeKind.BIGINT -> number.toString();
      default -> (String) cast(value.parameterType(), "text", value.value());
    };
  }

  private @Nullable Object cast(@Nullable SqlType from, String to, @Nullable Object value) {
    BlockQuery query =
        casts.computeIfAbsent(
            new Cast(from, to),
            cast -> {
              List<@Nullable SqlType> types = new ArrayList<>();
              types.add(cast.from());
              return session.prepare("SELECT CAST($1 AS %s)".formatted(cast.to()), types);
            });
    List<@Nullable Object> parameters = new ArrayList<>();
    parameters.add(value);
    return onlyValue(query, parameters);
  }

  private static @Nullable Object onlyValue(BlockQuery query, List<@Nullable Object> parameters) {
    try {
      BlockExpression expression = query.expression();
      return expression == null
          ? firstValue(query, parameters)
          : expression.value(parameters.toArray());
    } catch (ColonnadeException e) {
      throw e.position() == 0 ? e : e.with(e.fields().withPosition(0));
    }
  }

  private static @Nullable Object firstValue(BlockQuery query, List<@Nullable Object> parameters) {
    try (BlockRows rows = query.run(parameters)) {
      @Nullable Object[] row = rows.next();
      return row == null ? null : row[0];
    }
  }
}

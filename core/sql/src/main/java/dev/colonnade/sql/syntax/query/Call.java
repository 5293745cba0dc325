package dev.colonnade.sql.syntax.query;

import dev.colonnade.sql.syntax.QualifiedName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Call of a function, or a construct of its form. */
public sealed interface Call extends Expression {
  /** Quantifier of the arguments of an aggregate. */
  enum Quantifier {
    NONE,
    ALL,
    DISTINCT
  }

  /** Function whose call has keywords in it. */
  enum SpecialFunction {
    COALESCE,
    GREATEST,
    LEAST,
    NULLIF,
    GROUPING,
    /** Arguments: the field as a string, the value. */
    EXTRACT,
    /** Arguments as written: substring, string. */
    POSITION,
    /** SUBSTRING(string FROM start FOR count). */
    SUBSTRING_FROM_FOR,
    SUBSTRING_FROM,
    SUBSTRING_FOR,
    /** SUBSTRING(string SIMILAR pattern ESCAPE escape). */
    SUBSTRING_SIMILAR,
    /** OVERLAY(string PLACING other FROM start [FOR count]). */
    OVERLAY_PLACING,
    /** Arguments: the string, then the characters if there are any. */
    TRIM_BOTH,
    TRIM_LEADING,
    TRIM_TRAILING,
    /** Arguments: the string, then the form as a string if there is one. */
    NORMALIZE,
    COLLATION_FOR
  }

  /** Value of the session or the current time. */
  enum CurrentValueKind {
    CURRENT_DATE,
    CURRENT_TIME,
    CURRENT_TIMESTAMP,
    LOCALTIME,
    LOCALTIMESTAMP,
    CURRENT_ROLE,
    CURRENT_USER,
    SESSION_USER,
    USER,
    CURRENT_CATALOG,
    CURRENT_SCHEMA
  }

  /** Argument, with its name in the named notation. */
  record Argument(@Nullable String name, Expression value, int position) {}

  /**
   * Arguments of a function.
   *
   * @param star whether the arguments are {@code *}
   * @param variadic whether the last argument is marked VARIADIC
   * @param orderBy ORDER BY within the parentheses
   */
  record Arguments(
      List<Argument> list,
      Quantifier quantifier,
      boolean star,
      boolean variadic,
      List<SortKey> orderBy) {
    /** No arguments. */
    public static final Arguments NONE =
        new Arguments(List.of(), Quantifier.NONE, false, false, List.of());
  }

  /** Window of a call: a name or a specification. */
  record Over(@Nullable String name, Window.@Nullable Specification specification, int position) {}

  /**
   * Clauses behind the parentheses of a call.
   *
   * @param withinGroup keys of WITHIN GROUP, empty without it
   */
  record Clauses(List<SortKey> withinGroup, @Nullable Expression filter, @Nullable Over over) {
    /** No clauses. */
    public static final Clauses NONE = new Clauses(List.of(), null, null);
  }

  /** Call of a function by its name. */
  record Function(QualifiedName name, Arguments arguments, Clauses clauses, int position)
      implements Call {}

  /** Call of a function with keywords between its arguments. */
  record Special(SpecialFunction function, List<Expression> arguments, int position)
      implements Call {}

  /** {@code TREAT(value AS type)}. */
  record Treat(Expression operand, TypeName type, int position) implements Call {}

  /** Value of the session or the current time. */
  record CurrentValue(CurrentValueKind kind, @Nullable Integer precision, int position)
      implements Call {}

  /** Function of XML, which is not supported: its text as it is written. */
  record Xml(String name, String text, int position) implements Call {}

  /** Condition and result of CASE. */
  record When(Expression condition, Expression result, int position) {}

  /** {@code CASE}. */
  record Case(
      @Nullable Expression operand, List<When> whens, @Nullable Expression otherwise, int position)
      implements Call {}

  /** Row constructor. */
  record Row(List<Expression> fields, boolean explicit, int position) implements Call {}

  /** Array constructor; inner brackets without ARRAY are array constructors too. */
  record Array(List<Expression> elements, int position) implements Call {}
}

package dev.colonnade.sql;

import java.util.List;
import java.util.Random;

/** Random predicates on rows of {@code (id, a int, n numeric, s text, d date, i interval)}. */
final class RandomPredicates {
  private final Random random;

  RandomPredicates(Random random) {
    this.random = random;
  }

  /** Returns the values of a row after its id, some of them NULL. */
  public String row() {
    return String.join(
        ", ",
        orNull(number()),
        orNull(number() + "." + random.nextInt(10)),
        orNull(text()),
        orNull(date()),
        orNull(interval()));
  }

  private String orNull(String literal) {
    return random.nextInt(5) == 0 ? "null" : literal;
  }

  /** Returns a predicate with a maximum nesting depth. */
  public String next(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return comparison();
    }
    return switch (random.nextInt(4)) {
      case 0 -> "not (" + next(depth - 1) + ")";
      case 1 -> "case when " + comparison() + " then " + next(depth - 1) + " end";
      case 2 -> "(" + next(depth - 1) + ") or (" + next(depth - 1) + ")";
      default -> "(" + next(depth - 1) + ") and (" + next(depth - 1) + ")";
    };
  }

  private String comparison() {
    String operator = List.of("=", "<>", "<", "<=", ">", ">=").get(random.nextInt(6));
    return switch (random.nextInt(12)) {
      case 0 -> "a " + operator + " " + number();
      case 1 -> "n " + operator + " " + number() + ".5";
      case 2 -> "s " + operator + " " + text();
      case 3 -> "d " + operator + " " + date();
      case 4 -> "i " + operator + " " + interval();
      case 5 -> "a between " + number() + " and " + number();
      case 6 -> "a in (" + number() + ", " + orNull(number()) + ")";
      case 7 -> "s like '" + (char) ('a' + random.nextInt(4)) + "%'";
      case 8 -> "a + id " + operator + " n";
      case 9 -> "a = any (array[" + number() + ", " + orNull("1") + "])";
      case 10 -> "d + i " + operator + " timestamp '2024-01-15'";
      default -> List.of("a", "n", "s", "d", "i").get(random.nextInt(5)) + " is null";
    };
  }

  private String number() {
    return Integer.toString(random.nextInt(21) - 10);
  }

  private String text() {
    return "'" + (char) ('a' + random.nextInt(4)) + random.nextInt(3) + "'";
  }

  private String date() {
    return "date '2024-01-%02d'".formatted(1 + random.nextInt(28));
  }

  private String interval() {
    return "interval '" + (random.nextInt(5) - 2) + " days " + random.nextInt(30) + " hours'";
  }
}

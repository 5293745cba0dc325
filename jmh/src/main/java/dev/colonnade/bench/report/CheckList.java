package dev.colonnade.bench.report;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/** List of comparisons of actual with expected values. Not thread-safe. */
public final class CheckList {
  private final List<Check> checks = new ArrayList<>();

  /** Adds a comparison of two numbers, which are printed with thousands separators. */
  public boolean equal(String name, long expected, long actual) {
    return equal(name, ReadableNumbers.count(expected), ReadableNumbers.count(actual));
  }

  /** Adds a comparison of two values in their printed form. Returns whether they are equal. */
  public boolean equal(String name, String expected, String actual) {
    Check check = new Check(name, expected, actual);
    checks.add(check);
    return check.holds();
  }

  public List<Check> checks() {
    return List.copyOf(checks);
  }

  public int wrongCount() {
    return (int) checks.stream().filter(check -> !check.holds()).count();
  }

  /** Prints one line per comparison, marked ✓ or ✗. */
  public void print(Console console) {
    int nameWidth = checks.stream().mapToInt(check -> check.name().length()).max().orElse(0);
    for (Check check : checks) {
      console.line(line(check, nameWidth, console));
    }
  }

  private static String line(Check check, int nameWidth, Console console) {
    String name = check.name() + " ".repeat(nameWidth - check.name().length());
    if (check.holds()) {
      return "  " + console.good("✓") + " " + name + "   " + check.actual();
    }
    return "  "
        + console.bad("✗ " + name + "   expected " + check.expected() + ", got " + check.actual());
  }

  /** Comparison of an actual with an expected value. */
  public record Check(String name, String expected, String actual) {
    public Check {
      requireNonNull(name, "name is null");
      requireNonNull(expected, "expected is null");
      requireNonNull(actual, "actual is null");
    }

    public boolean holds() {
      return expected.equals(actual);
    }
  }
}

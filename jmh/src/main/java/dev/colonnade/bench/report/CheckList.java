package dev.colonnade.bench.report;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;

/** Compares what was found with what is true, and keeps the outcome of every comparison. */
public final class CheckList {
  private final List<Check> checks = new ArrayList<>();

  /** Compares two figures; they are shown with thousands separators. */
  public boolean equal(String name, long expected, long actual) {
    return equal(name, Figures.count(expected), Figures.count(actual));
  }

  /** Compares two values in the form in which they are shown. */
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

  /** Prints every comparison on a line of its own, marked ✓ or ✗. */
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

  /** One comparison. */
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

package dev.colonnade.testing.architecture;

import static java.util.Objects.requireNonNull;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Table of the packages of a module with the packages that each may use, from a text resource.
 *
 * <pre>
 *   # a comment
 *   key: error, memory
 *   mvcc: error, key, store
 * </pre>
 *
 * <p>A line is a package below {@code dev.colonnade} and all packages of this project that its
 * classes use. A package uses only packages above it in the table, or packages of other modules, so
 * that the table shows the module bottom first and has no cycles. {@code sql.parse..} stands for a
 * package and all packages below it. Immutable.
 */
public final class PackageDependencies {
  private static final String ROOT = "dev.colonnade.";

  private static final String GROUP = "..";

  private final Map<String, Set<String>> allowed;

  private PackageDependencies(Map<String, Set<String>> allowed) {
    this.allowed = allowed;
  }

  /** Returns the table of a resource beside a class. */
  public static PackageDependencies of(Class<?> test, String resource) {
    InputStream in =
        requireNonNull(test.getResourceAsStream(resource), "resource is missing: " + resource);
    Map<String, Set<String>> table = new LinkedHashMap<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(line -> parse(line, table));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PackageDependencies(table);
  }

  private static void parse(String line, Map<String, Set<String>> table) {
    int colon = line.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("expected 'package: packages': line=" + line);
    }
    Set<String> used = new LinkedHashSet<>();
    Arrays.stream(line.substring(colon + 1).split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .forEach(used::add);
    if (table.putIfAbsent(line.substring(0, colon).strip(), used) != null) {
      throw new IllegalArgumentException("package is listed twice: line=" + line);
    }
  }

  /** Returns a sentence for each difference between the table and the classes of the module. */
  public List<String> violations(JavaClasses classes) {
    Map<String, Set<String>> actual = new LinkedHashMap<>();
    List<String> violations = new ArrayList<>();
    for (JavaClass type : classes) {
      String own = nameOf(type);
      Set<String> used = actual.computeIfAbsent(own, name -> new TreeSet<>());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        String other = nameOf(target);
        if (isOurs(target) && !other.equals(own) && used.add(other)) {
          if (!allowed.getOrDefault(own, Set.of()).contains(other)) {
            violations.add(own + " uses " + other + ": " + dependency.getDescription());
          }
        }
      }
    }
    addOrder(violations);
    actual.keySet().stream()
        .filter(name -> !allowed.containsKey(name))
        .forEach(name -> violations.add(name + " is not in the table"));
    allowed.forEach(
        (name, others) -> {
          if (!actual.containsKey(name)) {
            violations.add(name + " is in the table and does not exist");
          }
          for (String other : others) {
            if (!actual.getOrDefault(name, Set.of()).contains(other)) {
              violations.add(name + " does not use " + other + ": remove it from the table");
            }
          }
        });
    return violations;
  }

  /** Returns the table that describes the classes as they are, bottom first. */
  public String describe(JavaClasses classes) {
    Map<String, Set<String>> actual = new TreeMap<>();
    for (JavaClass type : classes) {
      Set<String> used = actual.computeIfAbsent(nameOf(type), name -> new TreeSet<>());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (isOurs(target) && !nameOf(target).equals(nameOf(type))) {
          used.add(nameOf(target));
        }
      }
    }
    StringBuilder table = new StringBuilder();
    Set<String> written = new LinkedHashSet<>();
    while (written.size() < actual.size()) {
      int before = written.size();
      actual.forEach(
          (name, used) -> {
            boolean isNext =
                used.stream().allMatch(o -> !actual.containsKey(o) || written.contains(o));
            if (isNext && written.add(name)) {
              table.append((name + ": " + String.join(", ", used)).strip()).append('\n');
            }
          });
      if (written.size() == before) {
        return table + "# a cycle is among: " + actual.keySet();
      }
    }
    return table.toString();
  }

  private void addOrder(List<String> violations) {
    Set<String> above = new LinkedHashSet<>();
    allowed.forEach(
        (name, others) -> {
          for (String other : others) {
            if (allowed.containsKey(other) && !above.contains(other)) {
              violations.add(name + " may use " + other + ", which is not above it in the table");
            }
          }
          above.add(name);
        });
  }

  private static boolean isOurs(JavaClass type) {
    return type.getPackageName().startsWith(ROOT);
  }

  /** Returns the entry of the table for the package of a type, or the name of the package. */
  private String nameOf(JavaClass type) {
    String name = type.getPackageName();
    if (!isOurs(type)) {
      return name;
    }
    String own = name.substring(ROOT.length());
    String group = own;
    while (!allowed.containsKey(group + GROUP)) {
      int dot = group.lastIndexOf('.');
      if (dot < 0) {
        return own;
      }
      group = group.substring(0, dot);
    }
    return group + GROUP;
  }
}

package dev.colonnade.testing.tidy;

import static java.util.Objects.requireNonNull;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * No cycles between packages, nor between top-level types beyond sealed families: a sealed type may
 * know its permitted subtypes and they it. Dependencies are found by name: imports, and the names
 * of types of the same package.
 */
final class CycleRule implements TidyRule {
  private final Set<Set<String>> tolerated;

  /**
   * A rule with exceptions.
   *
   * @param tolerated cycles by the simple names of their types; a cycle within one of them passes
   */
  CycleRule(Set<Set<String>> tolerated) {
    this.tolerated = Set.copyOf(tolerated);
  }

  @Override
  public void check(List<SourceFile> files, Consumer<Violation> violations) {
    Map<String, SourceFile> types = new TreeMap<>();
    Set<String> sealed = new HashSet<>();
    for (SourceFile file : files) {
      if (file.isMain() && file.declaresType()) {
        types.put(file.qualifiedName(), file);
        if (isSealed(file)) {
          sealed.add(file.qualifiedName());
        }
      }
    }
    Map<String, Set<String>> uses = new TreeMap<>();
    Map<String, Set<String>> packages = new TreeMap<>();
    types.forEach(
        (name, file) -> {
          Set<String> used = usesOf(file, types);
          uses.put(name, used);
          Set<String> usedPackages =
              packages.computeIfAbsent(file.packageName(), unused -> new TreeSet<>());
          used.forEach(other -> usedPackages.add(packageOf(other)));
          usedPackages.remove(file.packageName());
        });
    for (Set<String> cycle : new Cycles(uses).all()) {
      if (cycle.stream().noneMatch(sealed::contains) && !isTolerated(cycle)) {
        SourceFile first = requireNonNull(types.get(cycle.iterator().next()), "first is null");
        violations.accept(new Violation(first.path(), 1, "classes form a cycle: " + cycle));
      }
    }
    for (Set<String> cycle : new Cycles(packages).all()) {
      violations.accept(new Violation(Path.of("src"), 1, "packages form a cycle: " + cycle));
    }
  }

  private boolean isTolerated(Set<String> cycle) {
    Set<String> simple = new HashSet<>();
    cycle.forEach(name -> simple.add(name.substring(name.lastIndexOf('.') + 1)));
    return tolerated.stream().anyMatch(exception -> exception.containsAll(simple));
  }

  private static boolean isSealed(SourceFile file) {
    for (Tree type : file.unit().getTypeDecls()) {
      if (type instanceof ClassTree declared
          && declared.getModifiers().getFlags().contains(Modifier.SEALED)) {
        return true;
      }
    }
    return false;
  }

  private static Set<String> usesOf(SourceFile file, Map<String, SourceFile> types) {
    Map<String, String> imported = new HashMap<>();
    Set<String> used = new TreeSet<>();
    for (ImportTree statement : file.unit().getImports()) {
      String name = statement.getQualifiedIdentifier().toString();
      while (!name.isEmpty() && !types.containsKey(name)) {
        name = packageOf(name);
      }
      if (!name.isEmpty()) {
        used.add(name);
        imported.put(name.substring(name.lastIndexOf('.') + 1), name);
      }
    }
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitIdentifier(IdentifierTree identifier, @Nullable Void context) {
        String simple = identifier.getName().toString();
        String local = file.packageName() + "." + simple;
        if (!imported.containsKey(simple) && types.containsKey(local)) {
          used.add(local);
        }
        return super.visitIdentifier(identifier, null);
      }

      @Override
      public @Nullable Void visitImport(ImportTree statement, @Nullable Void context) {
        return null;
      }
    }.scan(file.unit(), null);
    used.remove(file.qualifiedName());
    return used;
  }

  private static String packageOf(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(0, dot);
  }
}

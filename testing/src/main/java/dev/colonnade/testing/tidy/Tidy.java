package dev.colonnade.testing.tidy;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Style check of the sources of one module. Immutable; a module's {@code TidyTest} builds one and
 * asserts that {@link #violations} is empty.
 */
public final class Tidy {
  private final Path module;
  private final Set<Set<String>> toleratedCycles;
  private final List<String> exemptPackages;

  private Tidy(Path module, Set<Set<String>> toleratedCycles, List<String> exemptPackages) {
    this.module = requireNonNull(module, "module is null");
    this.toleratedCycles = Set.copyOf(toleratedCycles);
    this.exemptPackages = List.copyOf(exemptPackages);
  }

  /** Returns the check of the module in the working directory, as the build runs tests. */
  public static Tidy ofModule() {
    return of(Path.of("").toAbsolutePath());
  }

  /** Returns the check of the module in a folder. */
  public static Tidy of(Path module) {
    return new Tidy(module, Set.of(), List.of());
  }

  /** Returns the check with a known cycle between classes, by their simple names. */
  public Tidy toleratingCycle(String... simpleNames) {
    Set<Set<String>> more = new HashSet<>(toleratedCycles);
    more.add(new HashSet<>(Arrays.asList(simpleNames)));
    return new Tidy(module, more, exemptPackages);
  }

  /**
   * Returns the check without packages that are about to be replaced, with those below them. The
   * reason belongs beside the call.
   */
  public Tidy exempting(String... packages) {
    List<String> more = new ArrayList<>(exemptPackages);
    more.addAll(Arrays.asList(packages));
    return new Tidy(module, toleratedCycles, more);
  }

  /** Returns the places where a rule does not hold, in the order of the files. */
  public List<Violation> violations() {
    List<SourceFile> files =
        SourceTree.read(module).stream().filter(file -> !isExempt(file.packageName())).toList();
    List<Violation> found = new ArrayList<>();
    List<TidyRule> rules =
        List.of(
            new SizeRule(),
            new PackageRule(),
            new CycleRule(toleratedCycles),
            new JavadocRule(),
            new TermRule(Term.all()),
            new CommittedFilesRule(module));
    rules.forEach(rule -> rule.check(files, found::add));
    return found;
  }

  private boolean isExempt(String packageName) {
    return exemptPackages.stream()
        .anyMatch(exempt -> packageName.equals(exempt) || packageName.startsWith(exempt + "."));
  }
}

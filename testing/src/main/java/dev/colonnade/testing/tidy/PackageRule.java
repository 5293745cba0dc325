package dev.colonnade.testing.tidy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Limit of the types of a package, and a {@code package-info.java} in each. */
final class PackageRule implements TidyRule {
  static final int TYPES_MAX = 15;

  @Override
  public void check(List<SourceFile> files, Consumer<Violation> violations) {
    Map<String, List<SourceFile>> packages =
        files.stream()
            .filter(SourceFile::isMain)
            .collect(
                Collectors.groupingBy(SourceFile::packageName, TreeMap::new, Collectors.toList()));
    packages.forEach(
        (name, members) -> {
          long types = members.stream().filter(SourceFile::declaresType).count();
          SourceFile first = members.get(0);
          if (types > TYPES_MAX) {
            violations.accept(
                new Violation(
                    first.path().resolveSibling("package-info.java"),
                    1,
                    "package " + name + " has " + types + " types, at most " + TYPES_MAX));
          }
          if (members.stream().allMatch(SourceFile::declaresType)) {
            violations.accept(
                new Violation(first.path(), 1, "package " + name + " has no package-info.java"));
          }
        });
  }
}

package dev.colonnade.testing.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** No compiled, generated or recorded files beside the sources of a module. */
final class CommittedFilesRule implements TidyRule {
  private static final Pattern GENERATED =
      Pattern.compile(".*\\.(class|jar|jfr|hprof|log|iml|orig|rej|bak)");

  private final Path module;

  CommittedFilesRule(Path module) {
    this.module = module;
  }

  @Override
  public void check(List<SourceFile> files, Consumer<Violation> violations) {
    try (Stream<Path> walk = Files.walk(module.resolve("src"))) {
      walk.filter(Files::isRegularFile)
          .map(module::relativize)
          .filter(path -> GENERATED.matcher(path.getFileName().toString()).matches())
          .forEach(
              path ->
                  violations.accept(
                      new Violation(path, 1, "generated file among the sources: remove it")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

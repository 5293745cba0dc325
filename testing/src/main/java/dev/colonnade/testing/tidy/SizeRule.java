package dev.colonnade.testing.tidy;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreeScanner;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Limits of the lines of a file and of a method. */
final class SizeRule implements TidyRule {
  static final int FILE_LINES_MAX = 600;
  static final int METHOD_LINES_MAX = 70;

  @Override
  public void check(List<SourceFile> files, Consumer<Violation> violations) {
    for (SourceFile file : files) {
      long lines = file.text().lines().count();
      if (lines > FILE_LINES_MAX) {
        violations.accept(
            new Violation(
                file.path(),
                1,
                "file has " + lines + " lines, at most " + FILE_LINES_MAX + ": divide it"));
      }
      new MethodScanner(file, violations).scan(file.unit(), null);
    }
  }

  private static final class MethodScanner extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final SourceFile file;
    private final Consumer<Violation> violations;

    MethodScanner(SourceFile file, Consumer<Violation> violations) {
      this.file = file;
      this.violations = violations;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void context) {
      if (method.getBody() != null) {
        long lines = file.endLineOf(method) - file.lineOf(method) + 1;
        if (lines > METHOD_LINES_MAX) {
          violations.accept(
              new Violation(
                  file.path(),
                  file.lineOf(method),
                  "method "
                      + method.getName()
                      + " has "
                      + lines
                      + " lines, at most "
                      + METHOD_LINES_MAX
                      + ": divide it"));
        }
      }
      return super.visitMethod(method, null);
    }
  }
}

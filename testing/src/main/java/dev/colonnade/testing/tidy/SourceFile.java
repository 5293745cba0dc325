package dev.colonnade.testing.tidy;

import static java.util.Objects.requireNonNull;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Java source of a module with its syntax tree.
 *
 * @param path relative to the folder of the module
 * @param isMain false for sources of tests
 * @param trees positions and documentation comments of {@code unit}
 */
record SourceFile(
    Path path, boolean isMain, String text, CompilationUnitTree unit, DocTrees trees) {
  /** Comments, string and character literals; one match for each. */
  static final Pattern COMMENT_OR_STRING =
      Pattern.compile(
          "\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\\n])+'"
              + "|/\\*[\\s\\S]*?\\*/|//[^\\n]*");

  SourceFile {
    requireNonNull(path, "path is null");
    requireNonNull(text, "text is null");
    requireNonNull(unit, "unit is null");
    requireNonNull(trees, "trees is null");
  }

  /** Returns the name of the package, empty for none. */
  String packageName() {
    return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
  }

  /** Returns the name of the file without its extension: that of its top-level type. */
  String simpleName() {
    String file = path.getFileName().toString();
    return file.substring(0, file.length() - ".java".length());
  }

  String qualifiedName() {
    return packageName() + "." + simpleName();
  }

  /** Returns whether the file declares a type, and not a package or a module. */
  boolean declaresType() {
    return !unit.getTypeDecls().isEmpty();
  }

  /** Returns the line on which a tree begins, 1 for the first. */
  long lineOf(Tree tree) {
    return unit.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(unit, tree));
  }

  /** Returns the line on which a tree ends. */
  long endLineOf(Tree tree) {
    return unit.getLineMap().getLineNumber(trees.getSourcePositions().getEndPosition(unit, tree));
  }

  /** Returns the line of a character. */
  long lineAt(int offset) {
    return unit.getLineMap().getLineNumber(offset);
  }
}

package dev.colonnade.testing.tidy;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Reader of the sources of a module. */
final class SourceTree {
  private SourceTree() {}

  /** Returns the Java sources below {@code src/main/java} and {@code src/test/java}, parsed. */
  static List<SourceFile> read(Path module) {
    List<SourceFile> files = new ArrayList<>();
    try {
      files.addAll(parse(module, Path.of("src", "main", "java"), true));
      files.addAll(parse(module, Path.of("src", "test", "java"), false));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private static List<SourceFile> parse(Path module, Path sources, boolean isMain)
      throws IOException {
    Path root = module.resolve(sources);
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(root)) {
      paths = walk.filter(path -> path.toString().endsWith(".java")).sorted().toList();
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<SourceFile> files = new ArrayList<>();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  diagnostic -> {},
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(paths));
      DocTrees trees = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        String text = unit.getSourceFile().getCharContent(true).toString();
        Path path = module.relativize(Path.of(unit.getSourceFile().toUri()));
        files.add(new SourceFile(path, isMain, text, unit, trees));
      }
    }
    return files;
  }
}

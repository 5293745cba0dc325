/**
 * Rules over the compiled classes of a module: dependencies between packages, and what every module
 * has in common. Start at {@link dev.colonnade.testing.architecture.PackageDependencies}. Depends
 * on ArchUnit and on nothing of this project.
 */
@NullMarked
package dev.colonnade.testing.architecture;

import org.jspecify.annotations.NullMarked;

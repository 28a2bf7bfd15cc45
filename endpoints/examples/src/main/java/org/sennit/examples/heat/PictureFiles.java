package org.sennit.examples.heat;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/**
 * Reads a picture from a PGM file, or from a PNG file or whatever else the JDK can decode, and writes
 * colored ones as PNG.
 *
 * <p>Blocking; any thread. Surprise: the JDK's own conversion of grey pictures to RGB brightens them,
 * so grey samples are read as they stand; transparent pixels are cold in proportion.
 */
final class PictureFiles {
    private PictureFiles() {}

    /**
     * Reads a file.
     *
     * @throws IOException with one sentence that names the file, when it is missing, damaged, no picture, or too large
     */
    static Picture read(Path file) throws IOException {
        try {
            return isPortableGreyMap(file) ? readPortableGreyMap(file) : readByJdk(file);
        } catch (NoSuchFileException missing) {
            throw new IOException(file + ": no such file", missing);
        } catch (PictureFormatException damaged) {
            throw new IOException(file + ": " + damaged.getMessage(), damaged);
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException unreadable) {
            // The JDK's decoders report some kinds of damage by unchecked exceptions.
            throw new IOException(file + ": cannot be read as a picture", unreadable);
        }
    }

    private static boolean isPortableGreyMap(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            int first = in.read();
            int second = in.read();
            return first == 'P' && (second == '2' || second == '5');
        }
    }

    private static Picture readPortableGreyMap(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            return PortableGreyMap.read(in);
        }
    }

    private static Picture readByJdk(Path file) throws IOException {
        BufferedImage image = ImageIO.read(file.toFile());
        if (image == null) {
            throw new PictureFormatException("neither PNG nor PGM");
        }
        if (!Picture.isSizeAccepted(image.getWidth(), image.getHeight())) {
            throw new PictureFormatException("larger than " + Picture.MAX_PIXELS + " pixels");
        }
        boolean isPlainGrey = image.getColorModel().getNumComponents() == 1
                && image.getRaster().getNumBands() == 1;
        return isPlainGrey ? fromGreySamples(image) : fromColors(image);
    }

    private static Picture fromGreySamples(BufferedImage image) {
        Raster raster = image.getRaster();
        float white = (1 << image.getColorModel().getComponentSize(0)) - 1;
        float[] brightness = new float[image.getWidth() * image.getHeight()];
        raster.getSamples(0, 0, image.getWidth(), image.getHeight(), 0, brightness);
        for (int i = 0; i < brightness.length; i++) {
            brightness[i] /= white;
        }
        return new Picture(image.getWidth(), image.getHeight(), brightness);
    }

    private static Picture fromColors(BufferedImage image) {
        int width = image.getWidth();
        float[] brightness = new float[width * image.getHeight()];
        int[] row = new int[width];
        for (int y = 0; y < image.getHeight(); y++) {
            image.getRGB(0, y, width, 1, row, 0, width);
            for (int x = 0; x < width; x++) {
                brightness[y * width + x] = luma(row[x]);
            }
        }
        return new Picture(width, image.getHeight(), brightness);
    }

    /** Brightness as the eye weighs it, by ITU-R BT.709. */
    private static float luma(int argb) {
        float red = (argb >> 16) & 0xff;
        float green = (argb >> 8) & 0xff;
        float blue = argb & 0xff;
        float alpha = (argb >>> 24) / 255f;
        return alpha * (0.2126f * red + 0.7152f * green + 0.0722f * blue) / 255f;
    }

    /** Writes the temperatures in colors. */
    static void writePng(Picture picture, ColorMap colors, Path file) throws IOException {
        int width = picture.width();
        BufferedImage image = new BufferedImage(width, picture.height(), BufferedImage.TYPE_INT_RGB);
        int[] row = new int[width];
        for (int y = 0; y < picture.height(); y++) {
            for (int x = 0; x < width; x++) {
                row[x] = colors.rgb(picture.brightness()[y * width + x]);
            }
            image.setRGB(0, y, width, 1, row, 0, width);
        }
        if (!ImageIO.write(image, "png", file.toFile())) {
            throw new IOException("this JDK has no writer for PNG");
        }
    }
}
